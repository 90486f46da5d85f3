// The keys of the transcript, and the same actions in the palette.
import type { RefObject } from 'preact';
import type { TurnLine } from '../../../../server/api.ts';
import { copyText } from '../../../data/copy-text.ts';
import { findJump, type JumpKind } from '../../../data/jumps.ts';
import { nameOfKey } from '../../../data/key-name.ts';
import { type KeyBinding, useKeys } from '../../../data/keys.ts';
import { goTo, hrefOf, hrefOfSession, linkOf } from '../../../data/route.ts';
import { isHidden } from '../../../data/row-shape.ts';
import { useSession } from '../../../data/session-context.ts';
import { tell } from '../../../data/toasts.ts';
import type { TranscriptState } from '../../../data/transcript-state.ts';
import { whenThere } from '../../../data/when-there.ts';
import { dialog, type PaletteAction, useActions } from '../../../widgets/palette-state.ts';
import type { TranscriptHandle } from '../../../widgets/transcript/transcript-view.tsx';
import { printTranscript } from './print-transcript.ts';
import { scrollToRow } from './scroll-to-row.ts';

interface TranscriptKeys {
  readonly state: TranscriptState;
  readonly handle: RefObject<TranscriptHandle | null>;
  readonly current: TurnLine | undefined;
  readonly goToTurn: (turn: TurnLine) => void;
  readonly toggleInspector: () => void;
  /** Closes it where it lies over the text; tells whether there was anything to close. */
  readonly closeDrawer: () => boolean;
  readonly showRaw: () => void;
  readonly find: () => void;
}

export function useTranscriptKeys(keys: TranscriptKeys): void {
  const { state, handle, current, goToTurn, toggleInspector, closeDrawer, showRaw, find } = keys;
  const { turns, head, thread } = useSession();
  const list = (turns.value?.turns ?? []).filter((turn) => turn.number > 0);
  const moveTurn = (step: number) => {
    const at = list.findIndex((turn) => turn.number === current?.number);
    const next = list[Math.max(0, Math.min(list.length - 1, at + step))];
    if (next) goToTurn(next);
  };
  const from = () => {
    const selected = state.selected.peek();
    return selected?.rows === state.main ? selected.index : (current?.firstRow ?? -1);
  };
  const jump = async (kind: JumpKind, forward: boolean) => {
    // The first rows are there before the turns: until then nobody knows that there is none.
    const outline = await whenThere(turns);
    const found = await findJump(state.main, outline.turns, from(), kind, forward);
    if (found === undefined) tell(`No ${forward ? 'further' : 'earlier'} ${kind}.`);
    else await scrollToRow(handle, state, state.main, found, { select: true, align: 'center' });
  };
  const moveBead = (step: number) => void moveSelection(state, handle, current?.firstRow ?? 0, step);
  const moveBranch = async (step: number) => {
    const { branches: count, branch: now } = await whenThere(turns);
    const next = ((now - 1 + step + count) % count) + 1;
    if (count < 2) tell('This session has one branch.');
    else goTo(hrefOfSession(head.key, 'transcript', { branch: String(next) }));
  };
  const toggleSelected = () => {
    const selected = state.selected.peek();
    if (selected) state.toggle(selected.rows, selected.index);
  };
  const openTurn = () => current && void openRows(state, current);
  const jumps: readonly (readonly [key: string, kind: JumpKind])[] = [
    ['e', 'error'],
    ['a', 'agent'],
    ['c', 'compaction'],
  ];
  const bindings: KeyBinding[] = [
    { key: 'j', title: 'Next turn', run: () => moveTurn(1) },
    { key: 'k', title: 'Previous turn', run: () => moveTurn(-1) },
    { key: 'n', title: 'Next bead', run: () => moveBead(1) },
    { key: 'p', title: 'Previous bead', run: () => moveBead(-1) },
    { key: 'Enter', title: 'Open or fold the selected', run: toggleSelected },
    { key: 'o', title: 'Open all in the turn', run: openTurn },
    { key: 'shift+o', title: 'Fold all', run: () => state.foldAll() },
    ...jumps.flatMap(([key, kind]): KeyBinding[] => [
      { key, title: `Next ${kind}`, run: () => void jump(kind, true) },
      { key: `shift+${key}`, title: `Previous ${kind}`, run: () => void jump(kind, false) },
    ]),
    { key: '[', title: 'Previous branch', run: () => void moveBranch(-1) },
    { key: ']', title: 'Next branch', run: () => void moveBranch(1) },
    { key: 'g', title: 'Go to a turn or line', run: () => (dialog.value = 'turn') },
    { key: 'f', title: 'Find in this session', run: find },
    { key: 'mod+p', title: 'Print', run: () => void printTranscript(state) },
    { key: 'i', title: 'Inspector', run: toggleInspector },
    { key: 'v', title: 'Raw entry', run: showRaw },
    {
      key: 'h',
      title: 'Show or hide housekeeping',
      run: () => (state.everything.value = !state.everything.peek()),
    },
    {
      key: 'y',
      title: 'Copy link',
      run: () => {
        const where = state.selected.peek()
          ? globalThis.location.hash
          : hrefOfSession(head.key, 'transcript', { ...thread, turn: current?.number });
        void copyText(linkOf(where), 'Link');
      },
    },
    {
      key: 'Escape',
      title: 'Back',
      run: () => {
        if (closeDrawer()) return;
        if (state.selected.peek()) state.selected.value = undefined;
        else goTo(hrefOf('sessions'));
      },
    },
  ];
  useKeys('Transcript', bindings);
  const action = (icon: PaletteAction['icon'], title: string, key: string, main = false): PaletteAction => ({
    icon,
    title,
    main,
    key: nameOfKey(key),
    run: () => bindings.find((one) => one.key === key)?.run(new KeyboardEvent('keydown')),
  });
  useActions('This transcript', [
    action('right', 'Go to a turn or line…', 'g', true),
    action('search', 'Find in this session', 'f', true),
    action('error', 'Next error', 'e', true),
    action('agent', 'Next agent', 'a'),
    action('compact', 'Next compaction', 'c'),
    action('down', 'Open all in the turn', 'o'),
    action('right', 'Fold all', 'shift+o'),
    action('system', 'Show or hide housekeeping', 'h'),
    action('panel', 'Inspector', 'i'),
    action('read', 'Print this session', 'mod+p'),
    action('link', 'Copy link', 'y'),
  ]);
}

async function moveSelection(
  state: TranscriptState,
  handle: RefObject<TranscriptHandle | null>,
  start: number,
  step: number,
): Promise<void> {
  const selected = state.selected.peek() ?? { rows: state.main, index: start - 1 };
  const { rows } = selected;
  const options = { everything: state.everything.peek(), depth: rows.query.agent === undefined ? 0 : 1 };
  for (let index = selected.index + step; index >= 0 && index < rows.total.peek(); index += step) {
    if (!rows.at(index)) await rows.need(index, index);
    const row = rows.at(index);
    if (!row) return;
    if (row.kind === 'turn' || row.kind === 'fork' || isHidden(rows, row, options)) continue;
    await scrollToRow(handle, state, rows, index, { select: true, align: 'auto' });
    return;
  }
}

async function openRows(state: TranscriptState, turn: TurnLine): Promise<void> {
  const last = Math.min(turn.firstRow + turn.rows - 1, turn.firstRow + 200);
  await state.main.need(turn.firstRow, last);
  for (let index = turn.firstRow; index <= last; index++) {
    const row = state.main.at(index);
    if (row?.kind === 'tool' || row?.kind === 'thinking') state.setOpen(state.main, index, true);
  }
}
