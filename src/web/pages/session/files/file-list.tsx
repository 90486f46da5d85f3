// The files as a table: name, touches along the turns, lines that came and went, versions.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { stripToLine } from '../../../../base/strip-controls.ts';
import type { FileLine, FileTouch } from '../../../../server/api.ts';
import { formatNumber } from '../../../data/format.ts';
import { hrefOfTurn } from '../../../data/href-of-turn.ts';
import { hrefWith } from '../../../data/route.ts';
import { MoreButton } from '../../../widgets/more-button.tsx';
import { isChanged, isOnlyKept } from './select-files.ts';
import { TouchThread } from './touch-thread.tsx';

const FIRST = 80;

interface FileListProps {
  readonly files: readonly FileLine[];
  readonly chosen: FileLine | undefined;
  readonly turns: number;
  readonly turn: number | undefined;
  /** Words instead of the picture. */
  readonly table: boolean;
  readonly select: (file: FileLine, touch: FileTouch) => void;
  readonly open: (touch: FileTouch) => void;
}

export function FileList(props: FileListProps): JSX.Element {
  const { files, chosen, turns, turn, table, select, open } = props;
  const [most, setMost] = useState(FIRST);
  const at = chosen ? files.indexOf(chosen) : -1;
  const shown = files.slice(0, Math.max(most, at + 1));
  return (
    <div class="file-scroll">
      <table class={table ? 'tbl file-list' : 'tbl file-list file-drawn'}>
        <thead>
          <tr>
            <th>File</th>
            <th class="touch-cell">{table ? 'Turns' : `Turns 1 to ${formatNumber(turns)}`}</th>
            <th class="num">Lines</th>
            <th class="num">Versions</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((file) => (
            <tr key={file.path} class={file === chosen ? 'on' : undefined}>
              <td>
                <a
                  class="plain-link file-name"
                  href={hrefWith({ file: file.path, from: undefined, to: undefined })}
                  title={file.path}
                  aria-current={file === chosen ? 'true' : undefined}
                >
                  <FileName name={file.name} />
                </a>
              </td>
              <td class="touch-cell">
                {table ? (
                  <TurnLinks file={file} />
                ) : (
                  <TouchThread
                    file={file}
                    turns={turns}
                    turn={turn}
                    select={(touch) => select(file, touch)}
                    open={open}
                  />
                )}
              </td>
              <td class="num">
                {isChanged(file) ? (
                  <>
                    {file.added > 0 && <span class="plus">+{formatNumber(file.added)}</span>}{' '}
                    {file.removed > 0 && <span class="minus">−{formatNumber(file.removed)}</span>}
                    {file.added + file.removed === 0 && <span class="quiet">same</span>}
                  </>
                ) : (
                  <span
                    class="quiet"
                    title={
                      isOnlyKept(file)
                        ? 'In the client’s file history; no call of this session touched it'
                        : undefined
                    }
                  >
                    {isOnlyKept(file) ? 'kept' : 'read'}
                  </span>
                )}
              </td>
              <td class="num">{file.versions.length || ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton left={files.length - shown.length} show={() => setMost(most + 400)} />
    </div>
  );
}

function FileName({ name }: { readonly name: string }): JSX.Element {
  const clean = stripToLine(name);
  const cut = clean.lastIndexOf('/') + 1;
  return (
    <>
      {cut > 0 && <span class="file-folder">{clean.slice(0, cut)}</span>}
      <b>{clean.slice(cut)}</b>
    </>
  );
}

function TurnLinks({ file }: { readonly file: FileLine }): JSX.Element {
  const turns = new Map<number, string>();
  for (const { turn, how } of file.touches) {
    if (how !== 'read' || !turns.has(turn)) turns.set(turn, how === 'read' ? 'read' : 'changed');
  }
  return (
    <span class="turn-links">
      {[...turns].map(([turn, how]) => (
        <a key={turn} href={hrefOfTurn(turn)} title={`${how} in turn ${turn}`}>
          {how === 'read' ? `read ${turn}` : turn}
        </a>
      ))}
    </span>
  );
}
