// An exported session: its head and its transcript.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { TurnsAnswer } from '../../server/api.ts';
import { useKeys } from '../data/keys.ts';
import { carryNotes } from '../data/notes.ts';
import { SessionContext, type SessionState } from '../data/session-context.ts';
import { TranscriptTab } from '../pages/session/transcript-tab.tsx';
import { KeysHelp } from '../widgets/keys-help.tsx';
import { dialog } from '../widgets/palette-state.ts';
import { Sprite } from '../widgets/sprite.tsx';
import { ToastList } from '../widgets/toast-list.tsx';
import { ExportHead } from './export-head.tsx';
import { type ExportedSession, packedSource } from './packed-source.ts';
import { unpack } from './unpack.ts';

export function ExportPage({ session }: { readonly session: ExportedSession }): JSX.Element {
  const source = useMemo(() => packedSource(session, unpack), [session]);
  useMemo(() => carryNotes(session.notes ?? []), [session]);
  const turns = useSignal<TurnsAnswer | undefined>(undefined);
  useEffect(() => {
    void source.turns({}).then((answer) => {
      turns.value = answer;
    });
  }, [source]);
  const state = useMemo(
    (): SessionState => ({ source, head: session.head, thread: {}, turns }),
    [source, session, turns],
  );
  useKeys('Everywhere', [{ key: '?', title: 'All keys', run: () => (dialog.value = 'keys') }]);
  return (
    <SessionContext.Provider value={state}>
      <Sprite />
      <ExportHead session={session} />
      <TranscriptTab />
      {dialog.value === 'keys' && <KeysHelp />}
      <ToastList />
    </SessionContext.Provider>
  );
}
