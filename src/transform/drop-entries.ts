// Leaves out entries that are no part of the talk: snapshots, progress, attachments, the log of requests; and images.
import type { Json, JsonObject } from '../base/json.ts';
import { arrayBlocks } from '../log/block.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';
import { editBlocks } from './edit-blocks.ts';

export type Droppable = 'snapshots' | 'progress' | 'attachments' | 'api-log' | 'images';

export const DROPPABLE: readonly Droppable[] = ['snapshots', 'progress', 'attachments', 'api-log', 'images'];

const TYPES: Readonly<Record<Exclude<Droppable, 'images'>, RegExp>> = {
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
  const kinds = what.filter((kind) => kind !== 'images');
  const items = session.items.filter((item) => {
    const kind = kinds.find((one) => TYPES[one].test(String(item.value.type)) && !isPrompt(item));
    if (kind) count(kind === 'api-log' ? 'apiLog' : kind);
    return !kind;
  });
  const left = { ...session, items };
  return { session: what.includes('images') ? dropImages(left, () => count('images')) : left, changes };
}

// A prompt typed while the model worked exists only as an attachment [U4]: those are words of a person.
function isPrompt(item: CutItem): boolean {
  const { attachment } = item.value;
  return (attachment as JsonObject | undefined)?.type === 'queued_command';
}

function dropImages(session: CutSession, count: () => void): CutSession {
  return editBlocks(session, (block) => {
    if (block.type === 'image') {
      count();
      return { type: 'text', text: REMOVED };
    }
    if (block.type !== 'tool_result' || !Array.isArray(block.content)) return block;
    const content = arrayBlocks(block.content).map((inner): Json => {
      if (inner.type !== 'image') return inner;
      count();
      return { type: 'text', text: REMOVED };
    });
    return content.some((inner, i) => inner !== (block.content as readonly Json[])[i])
      ? { ...block, content }
      : block;
  });
}

const REMOVED = '[image removed]';
