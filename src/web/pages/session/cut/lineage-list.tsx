// Where this session came from and what was made of it, as clew recorded it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { stripToLine } from '../../../../base/strip-controls.ts';
import { changeWords } from '../../../../render/change-words.ts';
import type { LineageNode } from '../../../../server/api.ts';
import { writeApi } from '../../../data/api-client.ts';
import { formatMoment } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { listLineage, useLineage } from '../../../data/use-lineage.ts';
import { wordsOf } from '../../../widgets/states.tsx';

const MOST = 40;

interface LineageListProps {
  /** Counts what was made and undone here. */
  readonly changes: number;
  readonly changed: () => void;
}

export function LineageList({ changes, changed }: LineageListProps): JSX.Element | null {
  const answer = useLineage(changes);
  if (!answer?.tree) return null;
  const steps = listLineage(answer.tree);
  return (
    <section class="cut-lineage" aria-label="Lineage">
      <h2>Lineage</h2>
      <ul>
        {steps.slice(0, MOST).map(({ node, depth }) => (
          <li key={node.sessionId} style={{ paddingLeft: `${Math.min(depth, 6) * 16}px` }}>
            <Node node={node} isThis={node.sessionId === answer.sessionId} changed={changed} />
          </li>
        ))}
      </ul>
      {steps.length > MOST && <p class="meta">and {steps.length - MOST} more</p>}
    </section>
  );
}

interface NodeProps {
  readonly node: LineageNode;
  readonly isThis: boolean;
  readonly changed: () => void;
}

function Node({ node, isThis, changed }: NodeProps): JSX.Element {
  const [failure, setFailure] = useState<unknown>();
  const { sessionId, key, title, state, created, changes } = node;
  const name = stripToLine(title ?? sessionId.slice(0, 8));
  const when = formatMoment(created === undefined ? undefined : Date.parse(created));
  const restore = () =>
    void writeApi('POST /api/sessions/:key/restore', { key: sessionId }, {}).then(changed, setFailure);
  return (
    <>
      <span class="row">
        <i class={node.exists ? 'cut-knot' : 'cut-knot cut-knot-gone'} aria-hidden="true" />
        {isThis ? (
          <b class="one">{name}</b>
        ) : key !== undefined && node.exists ? (
          <a class="one" href={hrefOfSession(key)}>
            {name}
          </a>
        ) : (
          <span class="one quiet">{name}</span>
        )}
      </span>
      <small>
        {[isThis ? 'this one' : '', when, changes ? lossWords(changes) : '']
          .filter((words) => words !== '')
          .join(' · ')}
        {state === 'undone' && (
          <>
            {' · removed, '}
            <button type="button" class="link" onClick={restore}>
              bring it back
            </button>
          </>
        )}
        {failure !== undefined && ` ${wordsOf(failure).message}`}
      </small>
    </>
  );
}

// That the logged size was set anew is true of nearly every cut, and tells nothing of it.
function lossWords({ usageSettled: _, ...changes }: Readonly<Record<string, number>>): string {
  return changeWords(changes).slice(0, 2).join(', ');
}
