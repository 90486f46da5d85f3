// What a person typed: the only thing in a box, so that the eye finds it while scrolling.
import type { ComponentChildren, JSX } from 'preact';
import { stripControls } from '../../../base/strip-controls.ts';
import { textStart } from '../../../base/text-start.ts';
import type { WebPromptRow } from '../../../server/api.ts';
import { formatNumber, plural } from '../../data/format.ts';
import { imagesOfPrompt } from '../../data/row-shape.ts';
import { useText } from '../tool-bodies/use-text.ts';
import { isSelected } from './bead.tsx';
import { Clock, useTimeInTurn } from './clock.tsx';
import { Picture } from './picture.tsx';
import { type RowProps, useReader } from './reader.ts';

const LONG_LINES = 24;
const LONG_CHARACTERS = 2400;

export function PromptRow({ row, rows }: RowProps<WebPromptRow>): JSX.Element {
  const { state } = useReader();
  const shown = useText(rows, row, 'text', row.text);
  const text = stripControls(shown.whole.text).trim();
  const start = shown.all ? text : beginningOf(text);
  const cut = start.length < text.length || shown.whole.cut !== undefined;
  const inTurn = useTimeInTurn(rows, row);
  const selected = isSelected(state.selected.value, rows, row.index);
  return (
    <div
      class={`prompt bead${selected ? ' is-sel' : ''}${row.promptKind === 'queued' ? ' prompt-queued' : ''}`}
      onClick={() => {
        state.selected.value = { rows, index: row.index };
      }}
    >
      <span class="glyph">
        <span class="knot" />
      </span>
      {row.promptKind === 'queued' && (
        <p class="meta">
          You, while it worked, <Clock time={row.time} before={inTurn} />
        </p>
      )}
      <PromptText text={start} code={row.promptKind === 'command' || row.promptKind === 'shell-input'} />
      {imagesOfPrompt(rows, row).map((image) => (
        <Picture key={image.id} image={image.image} tokens={image.tokens} />
      ))}
      {row.reminders.length > 0 && <Reminders row={row} rows={rows} />}
      {(cut || shown.all) && (
        <p class="meta">
          <button
            type="button"
            class="text-btn"
            onClick={async () => {
              if (shown.whole.cut) await shown.whole.load();
              shown.setAll(!shown.all || shown.whole.cut !== undefined);
            }}
          >
            {cut
              ? `show all ${formatNumber(shown.whole.cut?.length ?? text.length)} characters`
              : 'show less'}
          </button>
        </p>
      )}
    </div>
  );
}

/** What the client put around the words: folded, because nobody typed it. */
function Reminders({ row, rows }: Pick<RowProps<WebPromptRow>, 'row' | 'rows'>): JSX.Element {
  const { state } = useReader();
  const open = state.isOpen(rows, row.index, ' reminders');
  return (
    <div class="meta reminders">
      <button
        type="button"
        class="text-btn"
        aria-expanded={open}
        onClick={() => state.toggle(rows, row.index, ' reminders')}
      >
        {plural(row.reminders.length, 'reminder')} of the client
      </button>
      {open && <div class="term wrap-lines">{stripControls(row.reminders.join('\n\n'))}</div>}
    </div>
  );
}

function beginningOf(text: string): string {
  const start = textStart(text, LONG_CHARACTERS);
  const lines = start.split('\n');
  return lines.length > LONG_LINES + 6 ? lines.slice(0, LONG_LINES).join('\n') : start;
}

/** As it was typed: paragraphs and line breaks stay, `code` is set as code, nothing else is markup. */
function PromptText({ text, code }: { readonly text: string; readonly code: boolean }): JSX.Element {
  if (text === '') return <p class="quiet">(no text)</p>;
  if (code) {
    // A command has its name set as code; what was typed behind it reads as words.
    const [, name = text, rest = ''] = /^(\/\S+)(\s[\s\S]*)$/.exec(text) ?? [];
    return (
      <p class="typed">
        <code>{name}</code>
        {rest}
      </p>
    );
  }
  return (
    <>
      {text.split(/\n{2,}/).map((paragraph, i) => (
        <p key={i} class="typed">
          {withCode(paragraph)}
        </p>
      ))}
    </>
  );
}

function withCode(text: string): ComponentChildren[] {
  return text
    .split(/(`[^`\n]{1,200}`)/)
    .map((part, i) => (i % 2 === 1 ? <code key={i}>{part.slice(1, -1)}</code> : part));
}
