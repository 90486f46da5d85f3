// Files: what was read and written, turn by turn, and what stood in each file before and after?
import '../../styles/files-app.css';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { FileLine, FileTouch } from '../../../server/api.ts';
import { hrefOfTurn } from '../../data/href-of-turn.ts';
import { useKeys } from '../../data/keys.ts';
import { goTo, hrefOfSession, hrefWith, replaceRoute, route } from '../../data/route.ts';
import { useSession } from '../../data/session-context.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { Empty, FailedPage } from '../../widgets/states.tsx';
import { chooseVersions, stepVersions, type VersionPair } from './files/choose-versions.ts';
import { FileDetail } from './files/file-detail.tsx';
import { FileList } from './files/file-list.tsx';
import { FilesBar } from './files/files-bar.tsx';
import { FilesFinding } from './files/files-finding.tsx';
import { type FilesShown, selectFiles } from './files/select-files.ts';

export function FilesTab(): JSX.Element {
  const { source, head } = useSession();
  const { answer, failure, load } = useAnswer('GET /api/sessions/:key/files');
  const [table, setTable] = useState(false);
  const [shown, setShown] = useState<FilesShown>('all');
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { params } = route.value;
  const turn = params.turn === undefined ? undefined : Number(params.turn);
  // The turn that was chosen may be gone from the address.
  const wish = useMemo(
    () => ({ shown: shown === 'turn' && turn === undefined ? 'all' : shown, words, turn }),
    [shown, words, turn],
  );
  const files = useMemo(() => selectFiles(answer?.files ?? [], wish), [answer, wish]);
  const chosen = files.find(({ path }) => path === params.file) ?? files[0];
  const pair = chosen && chooseVersions(chosen.versions, params);
  const choose = ({ from, to }: VersionPair) => replaceRoute(hrefWith({ file: chosen?.path, from, to }));
  const stepFile = (by: number) => {
    const next = chosen && files[files.indexOf(chosen) + by];
    if (!next) return;
    goTo(hrefWith({ file: next.path, from: undefined, to: undefined }));
    requestAnimationFrame(() =>
      document.querySelector('.file-list [aria-current]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const stepVersion = (by: number) => {
    const next = chosen && pair && stepVersions(chosen.versions, pair, by);
    if (next) choose(next);
  };
  const select = (file: FileLine, touch: FileTouch) => {
    replaceRoute(hrefWith({ file: file.path, ...versionsAt(file, touch) }));
    goTo(hrefOfTurn(touch.turn));
  };
  const open = ({ turn: at, line, agent }: FileTouch) =>
    goTo(
      hrefOfSession(head.key, 'transcript', {
        ...params,
        turn: agent === undefined ? at : undefined,
        line,
        agent,
      }),
    );
  const openChosen = () => {
    const touch = chosen?.touches.find((one) => one.turn === turn) ?? chosen?.touches[0];
    if (touch) open(touch);
  };
  useKeys('Files', [
    { key: 'j', title: 'Next file', run: () => stepFile(1) },
    { key: 'k', title: 'Previous file', run: () => stepFile(-1) },
    { key: 'ArrowRight', title: 'Next version', run: () => stepVersion(1) },
    { key: 'ArrowLeft', title: 'Previous version', run: () => stepVersion(-1) },
    { key: 'Enter', title: 'Open in the transcript', run: openChosen },
    { key: 'f', title: 'Filter', run: () => field.current?.focus() },
    { key: 't', title: 'Turns as words', run: () => setTable((now) => !now) },
  ]);
  if (!answer) {
    return failure === undefined ? (
      <main class="wrap files" id="main" aria-busy="true">
        <p class="finding quiet">Following every file through the turns.</p>
      </main>
    ) : (
      <FailedPage className="files" error={failure} retry={load} title="The files could not be listed" />
    );
  }
  if (answer.files.length === 0) {
    return (
      <main class="wrap files" id="main">
        <Empty title="No file was read or written in this session">
          <p>Files appear here when the session reads, edits or writes them with its tools.</p>
        </Empty>
      </main>
    );
  }
  return (
    <main class="wrap files" id="main">
      <FilesFinding answer={answer} />
      <div class="files-two">
        <div>
          <FilesBar
            field={field}
            answer={answer}
            wish={wish}
            setShown={setShown}
            setWords={setWords}
            table={table}
            setTable={setTable}
          />
          {files.length === 0 ? (
            <p class="data quiet diff-note">No file fits.</p>
          ) : (
            <FileList
              files={files}
              chosen={chosen}
              turns={head.turns}
              turn={turn}
              table={table}
              select={select}
              open={open}
            />
          )}
        </div>
        {chosen && <FileDetail sessionKey={source.key} file={chosen} pair={pair} choose={choose} />}
      </div>
    </main>
  );
}

// A change leads to the version that it made; a read leaves the choice to the page.
function versionsAt(
  file: FileLine,
  touch: FileTouch,
): { readonly from: undefined; readonly to: number | undefined } {
  const made = file.versions.find(({ line, agent }) => line === touch.line && agent === touch.agent);
  return { from: undefined, to: touch.how === 'read' ? undefined : made?.number };
}
