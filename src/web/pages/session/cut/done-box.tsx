// After a copy was made: its resume command, large, one click to copy; and the way back.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { changeWords } from '../../../../render/change-words.ts';
import type { CutAnswer } from '../../../../server/api.ts';
import { writeApi } from '../../../data/api-client.ts';
import { copyText } from '../../../data/copy-text.ts';
import { formatBytes, formatNumber, plural } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { Icon } from '../../../widgets/icon.tsx';
import { wordsOf } from '../../../widgets/states.tsx';
import { formatFine } from './parse-tokens.ts';

interface DoneBoxProps {
  readonly answer: CutAnswer;
  /** Something of the lineage changed. */
  readonly changed: () => void;
}

export function DoneBox({ answer, changed }: DoneBoxProps): JSX.Element {
  const [undone, setUndone] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const { key, resumeCommand, loads, tokens, turns, bytes } = answer;
  const move = (back: boolean) => {
    setBusy(true);
    setFailure(undefined);
    const moved = back
      ? writeApi('POST /api/sessions/:key/restore', { key }, {})
      : writeApi('POST /api/sessions/:key/undo', { key }, {});
    moved
      .then(() => {
        setUndone(!back);
        changed();
      }, setFailure)
      .finally(() => setBusy(false));
  };
  if (undone) {
    return (
      <div class="done-box cut-done" role="status">
        <p class="row b">
          <Icon name="undo" />
          The copy is gone; it lies in clew’s trash
        </p>
        <p class="meta">
          <button type="button" class="link" disabled={busy} onClick={() => move(true)}>
            Bring it back
          </button>
        </p>
        {failure !== undefined && <p class="meta">{wordsOf(failure).message}</p>}
      </div>
    );
  }
  const whole = loads.loads === loads.of;
  return (
    <div class="done-box cut-done" role="status">
      <p class="row b">
        <Icon name={whole ? 'check' : 'info'} />
        Created{whole ? ', and the client loads it' : ''}: {formatNumber(loads.loads)} of{' '}
        {plural(loads.of, 'message')}, {formatFine(tokens.after)} tokens
      </p>
      <div class="resume cut-resume">
        <code class="resume-big">
          {resumeCommand.split(/( )/).map((word, i) => (i % 2 === 1 ? word : <span key={i}>{word}</span>))}
        </code>
        <button
          type="button"
          class="btn btn-main"
          onClick={() => void copyText(resumeCommand, 'Resume command')}
        >
          <Icon name="copy" />
          Copy
        </button>
      </div>
      <p class="meta">
        As client {loads.client} reads it. <a href={hrefOfSession(key)}>Read the copy</a> ·{' '}
        <button type="button" class="link" disabled={busy} onClick={() => move(false)}>
          Undo, remove the copy
        </button>
      </p>
      <details class="meta cut-changed">
        <summary>What changed</summary>
        <ul>
          {changeWords(answer.changes).map((words) => (
            <li key={words}>{words}</li>
          ))}
          <li>{`${plural(turns.before, 'turn')} before, ${formatNumber(turns.after)} after`}</li>
          <li>{`${formatBytes(bytes.before)} before, ${formatBytes(bytes.after)} after`}</li>
        </ul>
      </details>
      {failure !== undefined && <p class="meta">{wordsOf(failure).message}</p>}
    </div>
  );
}
