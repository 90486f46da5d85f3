// A line as it stands in the file, fetched when it is opened.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { escapeControls } from '../../../base/escape-controls.ts';
import type { RawEntryAnswer } from '../../../server/api.ts';
import { copyText } from '../../data/copy-text.ts';
import { formatBytes } from '../../data/format.ts';
import { useSession } from '../../data/session-context.ts';
import type { Selection } from '../../data/transcript-state.ts';
import { Icon } from '../icon.tsx';
import { wordsOf } from '../states.tsx';

interface RawPartProps {
  readonly title: string;
  readonly line: number;
  readonly selection: Selection;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

export function RawPart({ title, line, selection, open, setOpen }: RawPartProps): JSX.Element {
  return (
    <details open={open}>
      <summary
        class="meta raw-head"
        onClick={(event) => {
          event.preventDefault();
          setOpen(!open);
        }}
      >
        {title}
      </summary>
      {open && <RawEntry key={line} line={line} selection={selection} />}
    </details>
  );
}

function RawEntry({
  line,
  selection,
}: {
  readonly line: number;
  readonly selection: Selection;
}): JSX.Element {
  const { source } = useSession();
  const [entry, setEntry] = useState<RawEntryAnswer>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    source.entry?.(line, selection.rows.query).then(setEntry, setFailure);
  }, [source, line, selection.rows]);
  if (failure !== undefined) return <p class="raw">{wordsOf(failure).message}</p>;
  return (
    <>
      <div class="raw" tabIndex={0} role="group" aria-label="Raw entry">
        {entry ? escapeControls(entry.text) : ''}
      </div>
      {entry && (
        <div class="acts raw-acts">
          <button type="button" class="btn btn-bare" onClick={() => void copyText(entry.text, 'Entry')}>
            <Icon name="copy" />
            Copy entry
          </button>
          <span class="meta">{entry.cut ? `first 256 kB of ${formatBytes(entry.place.length)}` : ''}</span>
        </div>
      )}
    </>
  );
}
