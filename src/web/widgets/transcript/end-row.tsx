// The loose end of the thread: being written, or what a resume would load from here and the command for it.
import type { JSX } from 'preact';
import { copyText } from '../../data/copy-text.ts';
import { formatK, formatNumber } from '../../data/format.ts';
import { activeBranch, isLeftBehind, useSession } from '../../data/session-context.ts';
import { Icon } from '../icon.tsx';

export function EndRow(): JSX.Element {
  const session = useSession();
  const { head, source } = session;
  const { resume, live, resumeCommand } = head;
  const left = isLeftBehind(session);
  return (
    <div class="loose">
      <svg viewBox="0 0 32 64" preserveAspectRatio="xMidYMin meet" aria-hidden="true">
        <path d="M16 0v18c0 10 9 10 9 3s-12-5-12 5c0 8 5 12 8 16" />
      </svg>
      {live && source.watch && !left ? (
        <p class="data ink2 row" role="status">
          <span class="dot dot-live" />
          Being written. New lines appear here; scroll up and they wait.
        </p>
      ) : (
        <p class="data ink2 loose-words">
          {left
            ? `This branch was left behind and ends here. A resume goes on with branch ${activeBranch(head)}. `
            : 'The thread ends here. '}
          {resume?.refused ? (
            `The client would not resume it: “${resume.refused}”.`
          ) : resume ? (
            <>
              {left ? 'It loads ' : 'A resume loads '}
              <b>
                {formatNumber(resume.loads)} of {formatNumber(resume.of)}
              </b>{' '}
              messages, {formatK(resume.tokens)} tokens.
            </>
          ) : (
            ''
          )}
        </p>
      )}
      <div class="resume no-print">
        <code>{resumeCommand}</code>
        <button type="button" class="btn" onClick={() => void copyText(resumeCommand, 'Resume command')}>
          <Icon name="copy" />
          Copy
        </button>
      </div>
    </div>
  );
}
