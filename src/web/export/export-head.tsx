// The head of an exported session: what it is, where it comes from, and what a reader can do with it.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { stripToLine } from '../../base/strip-controls.ts';
import { IS_MAC } from '../data/command-key.ts';
import { formatK, formatNumber, formatSpan } from '../data/format.ts';
import { nextTheme } from '../data/theme.ts';
import { Icon } from '../widgets/icon.tsx';
import { dialog } from '../widgets/palette-state.ts';
import { useHeadHeight } from '../widgets/use-head-height.ts';
import type { ExportedSession } from './packed-source.ts';

export function ExportHead({ session }: { readonly session: ExportedSession }): JSX.Element {
  const { head } = session;
  const box = useRef<HTMLDivElement>(null);
  useHeadHeight(box);
  return (
    <div class="head export-head" ref={box}>
      <div class="head-top">
        <h1 class={head.title ? 'one' : 'one quiet'}>{stripToLine(head.title ?? 'Untitled')}</h1>
        <span class="grow" />
        <Act icon="search" words="Find" keys="f" />
        <Act icon="read" words="Print" keys="mod+p" />
        <button
          type="button"
          class="icon-btn no-print"
          aria-label="All keys"
          onClick={() => (dialog.value = 'keys')}
        >
          <Icon name="info" />
        </button>
        <button type="button" class="icon-btn no-print" aria-label="Light or dark" onClick={nextTheme}>
          <Icon name="theme" />
        </button>
      </div>
      <Facts session={session} />
    </div>
  );
}

interface ActProps {
  readonly icon: 'search' | 'read';
  readonly words: string;
  readonly keys: 'f' | 'mod+p';
}

// The transcript listens to keys; a button for a hand on the pointer presses them.
function Act({ icon, words, keys }: ActProps): JSX.Element {
  const press = () => {
    const modified = keys.startsWith('mod+');
    const pressed = {
      key: keys.replace('mod+', ''),
      metaKey: modified && IS_MAC,
      ctrlKey: modified && !IS_MAC,
    };
    document.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }));
  };
  return (
    <button type="button" class="btn btn-bare no-print" aria-label={words} onClick={press}>
      <Icon name={icon} />
      <span>{words}</span>
    </button>
  );
}

function Facts({ session }: { readonly session: ExportedSession }): JSX.Element {
  const { head, turns, redacted } = session;
  return (
    <div class="facts">
      {head.projectName && <span title={head.project}>{stripToLine(head.projectName)}</span>}
      {head.gitBranch && <span>{stripToLine(head.gitBranch)}</span>}
      <span>
        {turns === undefined ? '' : `turns ${turns}: `}
        <b>{formatNumber(head.turns)}</b> {head.turns === 1 ? 'turn' : 'turns'}
      </span>
      {head.toolCalls > 0 && (
        <span>
          <b>{formatNumber(head.toolCalls)}</b> {head.toolCalls === 1 ? 'tool call' : 'tool calls'}
        </span>
      )}
      {head.contextTokens !== undefined && (
        <span>
          <b>{formatK(head.contextTokens)}</b> in the window
        </span>
      )}
      <span>{formatSpan(head.start, head.end)}</span>
      {head.models[0] !== undefined && <span>{stripToLine(head.models.join(', '))}</span>}
      <span class="quiet">{`exported by clew${redacted ? ', redacted' : ''}`}</span>
    </div>
  );
}
