// Lineage across files: what this session was forked or cut from, what was made of it, whose lines it holds.
import type { JSX } from 'preact';
import { stripToLine } from '../../../../base/strip-controls.ts';
import type { GraphAnswer, LineageNode } from '../../../../server/api.ts';
import { formatDay } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { listLineage, useLineage } from '../../../data/use-lineage.ts';

type Link = GraphAnswer['lineage']['links'][number];

const WORDS: Readonly<Record<Link['kind'], string>> = {
  'forked-from': 'Forked from',
  'cut-from': 'Cut from',
  'cut-into': 'Cut into',
  'holds-lines-of': 'Holds lines of',
};
const MOST = 20;

export function Lineage({ graph }: { readonly graph: GraphAnswer }): JSX.Element | null {
  const answer = useLineage();
  const tree = answer?.tree ? listLineage(answer.tree) : [];
  const known = new Set(tree.map(({ node }) => node.sessionId));
  const links = graph.lineage.links.filter(({ sessionId }) => !known.has(sessionId));
  if (tree.length === 0 && links.length === 0) return null;
  return (
    <section>
      <h3>Lineage</h3>
      {tree.length > 0 && (
        <ul class="gr-lineage">
          {tree.slice(0, MOST).map(({ node, depth }) => (
            <li key={node.sessionId} style={{ paddingLeft: `${Math.min(depth, 6) * 14}px` }}>
              <TreeNode node={node} isThis={node.sessionId === answer?.sessionId} />
            </li>
          ))}
          {tree.length > MOST && <li class="quiet">and {tree.length - MOST} more</li>}
        </ul>
      )}
      {links.length > 0 && (
        <ul class="gr-lineage">
          {links.slice(0, MOST).map(({ kind, sessionId, key, title }) => (
            <li key={`${kind} ${sessionId}`}>
              <span class="quiet">{WORDS[kind]}</span>{' '}
              <Name sessionId={sessionId} sessionKey={key} title={title} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TreeNode({ node, isThis }: { readonly node: LineageNode; readonly isThis: boolean }): JSX.Element {
  const time = node.created === undefined ? Number.NaN : Date.parse(node.created);
  const facts = [
    isThis ? 'this one' : '',
    Number.isNaN(time) ? '' : `made ${formatDay(time)}`,
    node.state === 'undone' ? 'removed' : node.exists ? '' : 'no longer there',
  ].filter((words) => words !== '');
  return (
    <>
      {isThis ? (
        <b class="one" title={nameOf(node.sessionId, node.title)}>
          {nameOf(node.sessionId, node.title)}
        </b>
      ) : (
        <Name sessionId={node.sessionId} sessionKey={node.exists ? node.key : undefined} title={node.title} />
      )}
      {facts.length > 0 && <span class="quiet"> {facts.join(', ')}</span>}
    </>
  );
}

interface NameProps {
  readonly sessionId: string;
  readonly sessionKey: string | undefined;
  readonly title: string | undefined;
}

function Name({ sessionId, sessionKey, title }: NameProps): JSX.Element {
  const name = nameOf(sessionId, title);
  return sessionKey === undefined ? (
    <span class="one" title={name}>
      {name}
    </span>
  ) : (
    <a class="one" title={name} href={hrefOfSession(sessionKey, 'graph')}>
      {name}
    </a>
  );
}

function nameOf(sessionId: string, title: string | undefined): string {
  return stripToLine(title ?? sessionId.slice(0, 8));
}
