// One file: how it was touched, its versions, and the difference between two of them.
import type { JSX } from 'preact';
import { stripToLine } from '../../../../base/strip-controls.ts';
import type { FileLine } from '../../../../server/api.ts';
import { plural } from '../../../data/format.ts';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import type { VersionPair } from './choose-versions.ts';
import { describeTouches } from './touch-layout.ts';
import { VersionDiff } from './version-diff.tsx';
import { VersionTable } from './version-table.tsx';

interface FileDetailProps {
  readonly sessionKey: string;
  readonly file: FileLine;
  readonly pair: VersionPair | undefined;
  readonly choose: (pair: VersionPair) => void;
}

export function FileDetail({ sessionKey, file, pair, choose }: FileDetailProps): JSX.Element {
  return (
    <section class="file-detail" aria-label={stripToLine(file.name)}>
      <div class="row file-title">
        <h2 class="code">{stripToLine(file.name)}</h2>
        <CopyButton label="Copy the path" text={file.path} what="Path" />
      </div>
      {file.touches.length > 0 && (
        <p class="meta">{`${countWords(file)}: ${describeTouches(file.touches)}`}</p>
      )}
      {file.versions.length === 0 ? (
        <p class="data diff-note">Only parts of it were read, so no version of it is in the log.</p>
      ) : (
        <VersionTable sessionKey={sessionKey} file={file} pair={pair} choose={choose} />
      )}
      {pair && <VersionDiff key={file.path} sessionKey={sessionKey} path={file.path} pair={pair} />}
    </section>
  );
}

function countWords({ reads, edits, writes }: FileLine): string {
  return [
    reads > 0 && plural(reads, 'read'),
    edits > 0 && plural(edits, 'edit'),
    writes > 0 && plural(writes, 'write'),
  ]
    .filter(Boolean)
    .join(', ');
}
