// The left column: projects as a tree with counts, what else to show only, and the homes.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { stripToLine } from '../../../base/strip-controls.ts';
import type { ProjectNode, SessionFacets, SessionTrait } from '../../../server/api.ts';
import { hrefWith } from '../../data/route.ts';
import { type SessionFilter, toggleTrait } from '../../data/session-filter.ts';
import { Icon, type IconName } from '../../widgets/icon.tsx';
import { MoreButton } from '../../widgets/more-button.tsx';

interface ProjectTreeProps {
  readonly facets: SessionFacets | undefined;
  readonly total: number | undefined;
  readonly filter: SessionFilter;
}

const TRAITS: readonly (readonly [SessionTrait, string, IconName])[] = [
  ['compacted', 'Compacted', 'compact'],
  ['agents', 'With agents', 'agent'],
  ['cut', 'Cut by clew', 'cut'],
  ['broken', 'Needs mending', 'error'],
  ['annotated', 'With notes', 'edit'],
];

/** More projects than these push what else there is out of sight. */
const SHOWN = 14;

export function ProjectTree({ facets, total, filter }: ProjectTreeProps): JSX.Element {
  const [all, setAll] = useState(false);
  const projects = facets?.projects ?? [];
  const chosen = projects.findIndex(({ path }) => filter.project?.startsWith(path));
  const shown = all || projects.length <= SHOWN + 2 ? projects.length : Math.max(SHOWN, chosen + 1);
  return (
    <nav class="side" aria-label="Projects">
      <h2>Projects</h2>
      <ul>
        <li>
          <a href={hrefWith({ project: undefined })} aria-current={filter.project ? undefined : 'true'}>
            <Icon name="folder" />
            All<span class="n">{total ?? ''}</span>
          </a>
        </li>
        {projects.slice(0, shown).map((node) => (
          <Project key={node.path} node={node} chosen={filter.project} icon />
        ))}
      </ul>
      <MoreButton left={projects.length - shown} show={() => setAll(true)} />
      {facets && (
        <>
          <h2>Show only</h2>
          <ul>
            {TRAITS.map(([trait, name, icon]) => (
              <li key={trait}>
                <a
                  href={hrefWith({ traits: toggleTrait(filter.traits, trait) })}
                  aria-current={filter.traits.includes(trait) ? 'true' : undefined}
                >
                  <Icon name={icon} />
                  {name}
                  <span class="n">{facets.traits[trait]}</span>
                </a>
              </li>
            ))}
          </ul>
          {facets.homes.length > 0 && <h2>Homes</h2>}
          <ul>
            {facets.homes.map(({ home, sessions }) => (
              <li key={home}>
                <a
                  href={hrefWith({ home: filter.home === home ? undefined : home })}
                  aria-current={filter.home === home ? 'true' : undefined}
                  title={home}
                >
                  <span class="one">{home}</span>
                  <span class="n">{sessions}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

interface ProjectProps {
  readonly node: ProjectNode;
  readonly chosen: string | undefined;
  readonly icon?: boolean;
}

function Project({ node, chosen, icon = false }: ProjectProps): JSX.Element {
  return (
    <li>
      <a
        href={hrefWith({ project: chosen === node.path ? undefined : node.path })}
        aria-current={chosen === node.path ? 'true' : undefined}
        title={node.path}
      >
        {icon && <Icon name="folder" />}
        <span class="one">{stripToLine(node.name)}</span>
        <span class="n">{node.sessions}</span>
      </a>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Project key={child.path} node={child} chosen={chosen} />
          ))}
        </ul>
      )}
    </li>
  );
}
