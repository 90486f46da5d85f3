// What an agent was asked to do: the beginning of it, because one opens an agent to see what it did.
import type { JSX } from 'preact';
import { stripControls } from '../../../base/strip-controls.ts';
import { textStart } from '../../../base/text-start.ts';
import type { AnyRow } from '../../../server/api.ts';
import { formatNumber } from '../../data/format.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import type { OpenAgent } from '../../data/transcript-list.ts';
import { Prose } from '../prose.tsx';
import { useText } from '../tool-bodies/use-text.ts';

const LINES = 8;
const CHARACTERS = 700;
/** A brief that is hardly longer than its beginning is shown whole. */
const LEEWAY = 1.5;
/** Its own prompt is among the first rows of an agent. */
const FIRST_ROWS = 6;

export function Brief({ agent }: { readonly agent: OpenAgent }): JSX.Element | null {
  const call = agent.parent.at(agent.parentRow);
  if (call?.kind === 'tool' && call.view.tool === 'Agent')
    return <BriefText rows={agent.parent} row={call} path="view.prompt" text={call.view.prompt ?? ''} />;
  for (let index = 0; index < FIRST_ROWS; index++) {
    const row = agent.rows.at(index);
    if (row?.kind === 'prompt') return <BriefText rows={agent.rows} row={row} path="text" text={row.text} />;
  }
  return null;
}

interface BriefTextProps {
  readonly rows: ThreadRows;
  readonly row: AnyRow;
  readonly path: string;
  readonly text: string;
}

function BriefText({ rows, row, path, text }: BriefTextProps): JSX.Element {
  const { whole, all, setAll } = useText(rows, row, path, text);
  const words = stripControls(whole.text).trim();
  const start = all ? words : beginningOf(words);
  const cut = start.length < words.length || whole.cut !== undefined;
  return (
    <div class="brief">
      <Prose text={start} className="prose data" />
      {(cut || all) && (
        <button
          type="button"
          class="text-btn meta"
          onClick={async () => {
            if (whole.cut) await whole.load();
            setAll(cut);
          }}
        >
          {cut ? `show all ${formatNumber(whole.cut?.length ?? words.length)} characters` : 'show less'}
        </button>
      )}
    </div>
  );
}

// It ends with a line, so that no markup is left open in the middle of one, and not with the heading of what is left out.
function beginningOf(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= LINES * LEEWAY && text.length <= CHARACTERS * LEEWAY) return text;
  let start = '';
  for (const line of lines.slice(0, LINES)) {
    if (start !== '' && start.length + line.length > CHARACTERS) break;
    start += `${line}\n`;
  }
  return textStart(start, CHARACTERS * LEEWAY)
    .trim()
    .replace(/(?:\n+#[^\n]*)+$/, '');
}
