// Answers and thinking: the words of the model.
import type { JSX } from 'preact';
import { stripToLine } from '../../../base/strip-controls.ts';
import { textStart } from '../../../base/text-start.ts';
import type { WebTextRow, WebThinkingRow } from '../../../server/api.ts';
import { formatTook } from '../../data/format.ts';
import { Icon } from '../icon.tsx';
import { Prose } from '../prose.tsx';
import { ShowRest } from '../show-rest.tsx';
import { useText } from '../tool-bodies/use-text.ts';
import { Bead, isSelected } from './bead.tsx';
import { type RowProps, useReader } from './reader.ts';

export function TextRow({ row, rows, depth }: RowProps<WebTextRow>): JSX.Element {
  const { state } = useReader();
  const shown = useText(rows, row, 'text', row.text);
  if (row.apiError) {
    return (
      <Bead
        row={row}
        rows={rows}
        icon="error"
        kind="error"
        className="event event-error"
        name="API error"
        gist={stripToLine(textStart(row.text.replace(/^API Error:?\s*/i, ''), 400))}
        body={() => <Prose text={row.text} className="prose data" />}
      />
    );
  }
  // The last words of an agent are its report.
  const report = depth > 0 && row.index >= rows.total.value - 2;
  const selected = isSelected(state.selected.value, rows, row.index);
  return (
    <div
      class={`bead${selected ? ' is-sel' : ''}`}
      onClick={() => {
        if (!globalThis.getSelection()?.toString()) state.selected.value = { rows, index: row.index };
      }}
    >
      <span class={report ? 'glyph k-agent' : row.synthetic ? 'glyph k-system' : 'glyph k-asst'}>
        <Icon name={report ? 'result' : 'asst'} />
      </span>
      <Prose text={shown.whole.text} className={depth > 0 ? 'prose data' : 'prose'} />
      {shown.whole.cut && (
        <p class="meta after-prose">
          <ShowRest whole={shown.whole} />
        </p>
      )}
    </div>
  );
}

const HIDDEN = {
  redacted: 'not readable: redacted by the API',
  signature: 'not in the file: only its signature was kept',
} as const;

export function ThinkingRow({ row, rows }: RowProps<WebThinkingRow>): JSX.Element {
  return (
    <Bead
      row={row}
      rows={rows}
      icon="think"
      kind="think"
      className="think"
      name="Thought"
      gist={row.hidden ? HIDDEN[row.hidden] : stripToLine(textStart(row.text, 300).replace(/\*\*|`/g, ''))}
      time={formatTook(row.durationMs)}
      body={row.hidden ? undefined : () => <Thought row={row} rows={rows} />}
    />
  );
}

function Thought({ row, rows }: Pick<RowProps<WebThinkingRow>, 'row' | 'rows'>): JSX.Element {
  const shown = useText(rows, row, 'text', row.text);
  return (
    <>
      <Prose text={shown.whole.text} className="thought" />
      <ShowRest whole={shown.whole} className="meta" />
    </>
  );
}
