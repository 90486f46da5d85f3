// Rules about content that the API refuses: unsigned thinking, empty texts and messages, halves of characters [R6] [M7].

import { countOf } from '../../base/format-number.ts';
import type { JsonObject } from '../../base/json.ts';
import { isWellFormed } from '../../base/well-formed.ts';
import { entryBlocks, isText } from '../../log/block.ts';
import { messageOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { listLines } from '../../log/list-lines.ts';
import { type CheckedSession, isOwn, isTalk } from '../checked-session.ts';
import type { CheckRule, Found } from '../finding.ts';
import { NOTHING_TO_DO, repairOrClone, repairRemedy } from '../wording.ts';

const unsignedThinking: CheckRule = {
  id: 'unsigned-thinking',
  formatRule: 'R6',
  severity: 'error',
  find: (checked) => {
    const sent = checked.sentBlocks.filter(({ block }) => isUnsigned(block));
    const found: Found[] = sent.map(({ block, entry, message }) => ({
      at: entry,
      message: `Thinking ${block.signature === '' ? 'with an empty signature' : 'without its signature'} is sent (message ${message}): the API refuses it.`,
      remedy: repairOrClone(checked, '--thinking remove'),
    }));
    const isSent = new Set(sent.map(({ entry }) => entry));
    const silent = checked.thread.entries.filter(
      (entry) =>
        isOwn(entry, checked.kind) &&
        entry.value.type === 'assistant' &&
        !isSent.has(entry) &&
        entryBlocks(entry).some(isUnsigned),
    );
    if (silent.length > 0) {
      const message = `Thinking without a signature in ${listLines(silent)}, which a resume does not send.`;
      found.push({ at: silent[0], message, remedy: NOTHING_TO_DO, severity: 'note' });
    }
    return found;
  },
};

const emptyText: CheckRule = {
  id: 'empty-text',
  formatRule: 'R5',
  severity: 'warning',
  find: (checked) => {
    const sent = checked.sentBlocks.filter(({ block }) => isText(block) && block.text === '');
    const found: Found[] = sent.map(({ entry, message }) => ({
      at: entry,
      message: `An empty text is sent (message ${message}): the API refuses it.`,
      remedy: repairRemedy(checked),
      severity: 'error',
    }));
    const isSent = new Set(sent.map(({ entry }) => entry));
    const mended = pathTalk(checked).filter(
      (entry) =>
        !isSent.has(entry) &&
        Array.isArray(messageOf(entry)?.content) &&
        entryBlocks(entry).some((block) => isText(block) && block.text === ''),
    );
    for (const at of mended) {
      const message =
        'An empty text: newer clients leave it out, those to 2.0.64 send it and the API refuses.';
      found.push({ at, message, remedy: repairRemedy(checked) });
    }
    return found;
  },
};

const emptyContent: CheckRule = {
  id: 'empty-content',
  formatRule: 'R5',
  severity: 'warning',
  find: (checked) =>
    pathTalk(checked)
      .filter((entry) => {
        const content = messageOf(entry)?.content;
        return content === undefined || content === null || (Array.isArray(content) && content.length === 0);
      })
      .map((at) => ({
        at,
        message: 'A message without any content: the client sends “(no content)” or leaves it out.',
        remedy: NOTHING_TO_DO,
      })),
};

const loneSurrogate: CheckRule = {
  id: 'lone-surrogate',
  formatRule: 'L1',
  severity: 'error',
  find: (checked) => {
    const entries = new Map<Entry, number>();
    for (const { block, entry, message } of checked.sentBlocks)
      if (entry && !entries.has(entry) && !isWellFormed(block)) entries.set(entry, message);
    return [...entries].map(([at, message]) => ({
      at,
      message: `Half of a character (a lone surrogate) is sent (message ${message}): the API refuses the request as invalid JSON.`,
      remedy: repairRemedy(checked),
    }));
  },
};

const sharedMessageId: CheckRule = {
  id: 'shared-message-id',
  formatRule: 'M1',
  severity: 'warning',
  find: (checked) => {
    const requests = new Map<string, string>();
    const shared: Entry[] = [];
    for (const entry of checked.thread.entries) {
      if (entry.value.type !== 'assistant' || !checked.path.has(entry)) continue;
      const { requestId } = entry.value;
      const id = messageOf(entry)?.id;
      if (typeof id !== 'string' || typeof requestId !== 'string') continue;
      const known = requests.get(id);
      if (known === undefined) requests.set(id, requestId);
      else if (known !== requestId) shared.push(entry);
    }
    if (shared.length === 0) return [];
    const message = `${countOf(shared.length, 'entry carries', 'entries carry')} the message id of another answer (${listLines(shared)}): the client may send them as one message.`;
    return [{ at: shared[0], message, remedy: NOTHING_TO_DO }];
  },
};

export const contentRules: readonly CheckRule[] = [
  unsignedThinking,
  emptyText,
  emptyContent,
  loneSurrogate,
  sharedMessageId,
];

/** Thinking that the API would refuse. */
export function isUnsigned(block: JsonObject): boolean {
  return block.type === 'thinking' && (typeof block.signature !== 'string' || block.signature === '');
}

function pathTalk(checked: CheckedSession): readonly Entry[] {
  return checked.thread.entries.filter((entry) => isTalk(entry) && checked.path.has(entry));
}
