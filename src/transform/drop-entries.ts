// Leaves out entries that are no part of the talk: snapshots, progress, attachments, the log of requests.
import { asWords, type JsonObject } from '../base/json.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';

export type Droppable = 'snapshots' | 'progress' | 'attachments' | 'api-log';

export const DROPPABLE: readonly Droppable[] = ['snapshots', 'progress', 'attachments', 'api-log'];

const TYPES: Readonly<Record<Droppable, RegExp>> = {
  snapshots: /^(?:file-history-(?:snapshot|delta)|snapshot)$/,
  progress: /^progress$/,
  attachments: /^attachment$/,
  'api-log': /^api-request/,
};

export function dropEntries(session: CutSession, what: readonly Droppable[]): Cut {
  const changes: Record<string, number> = {};
  const count = (name: string) => {
    changes[name] = (changes[name] ?? 0) + 1;
  };
  const items = session.items.filter((item) => {
    const kind = what.find((one) => TYPES[one].test(asWords(item.value.type)) && !isPrompt(item));
    if (kind) count(kind === 'api-log' ? 'apiLog' : kind);
    return !kind;
  });
  return { session: items.length === session.items.length ? session : { ...session, items }, changes };
}

// A prompt typed while the model worked exists only as an attachment [U4]: those are words of a person.
function isPrompt(item: CutItem): boolean {
  const { attachment } = item.value;
  return (attachment as JsonObject | undefined)?.type === 'queued_command';
}
