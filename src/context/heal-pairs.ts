// Makes every call in the merged messages have exactly one result, right behind it, and every result its call.
import { isObject, type JsonObject, stringField } from '../base/json.ts';
import { isText, isToolResult, isToolUse } from '../log/block.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import {
  inventedResult,
  NO_CONTENT,
  RESULT_MISSING,
  RESULT_ORPHANED,
  reminder,
  USE_INTERRUPTED,
} from './inventions.ts';
import type { Lose } from './item.ts';
import { type Draft, type Piece, textPiece } from './sent-message.ts';

/** Calls go last in their message, each id once; a server's call needs its result beside it [resume R9, R16]. */
export function orderCalls(drafts: readonly Draft[], behaviour: ClientBehaviour, lose: Lose): void {
  const seen = new Set<string>();
  for (const draft of drafts) {
    if (draft.role !== 'assistant') continue;
    const answered = new Set(draft.pieces.map((piece) => stringField(piece.block, 'tool_use_id')));
    const rest: Piece[] = [];
    const calls: Piece[] = behaviour.callsLast === 'no' ? rest : [];
    for (const piece of draft.pieces) {
      const { block } = piece;
      if (isToolUse(block)) {
        if (seen.has(block.id) && behaviour.repeatedCall === 'dropped')
          for (const entry of piece.entries) lose(entry, 'repeated-block');
        else calls.push({ ...piece, block: tidyCall(block, behaviour) });
        seen.add(block.id);
      } else if (block.type !== 'server_tool_use' || answered.has(stringField(block, 'id'))) {
        const stays = behaviour.callsLast === 'behind-text' && calls.length > 0 && !isText(block);
        (stays ? calls : rest).push(piece);
      }
    }
    const pieces = calls === rest ? rest : [...rest, ...calls];
    draft.pieces = pieces.length > 0 ? pieces : [textPiece(USE_INTERRUPTED)];
  }
}

/** Results without a call vanish, missing ones are invented and come first [resume R8, R9]. */
export function healPairs(drafts: readonly Draft[], behaviour: ClientBehaviour, lose: Lose): Draft[] {
  const healed: Draft[] = [];
  const callsOfLast = (): readonly string[] => {
    const last = behaviour.missingResult === 'invented' ? healed.at(-1) : undefined;
    return last?.role === 'assistant'
      ? last.pieces.flatMap(({ block }) => (isToolUse(block) ? [block.id] : []))
      : [];
  };
  for (const draft of drafts) {
    const calls = callsOfLast();
    if (draft.role !== 'user') {
      if (calls.length > 0) healed.push(userDraft(calls.map(missingResult)));
      healed.push(draft);
      continue;
    }
    const open = new Set(calls);
    const wanted = new Set(calls);
    const keepsOrphans = orphansStay(behaviour, healed.at(-1)?.role === 'assistant');
    const keepsSecond = behaviour.orphanResult === 'dropped-behind-answer';
    const results: Piece[] = [];
    const rest: Piece[] = [];
    let orphaned = false;
    for (const piece of draft.pieces) {
      if (!isToolResult(piece.block)) rest.push(piece);
      else if (open.delete(piece.block.tool_use_id) || keepsOrphans) results.push(piece);
      else if (keepsSecond && wanted.has(piece.block.tool_use_id)) results.push(piece);
      else {
        orphaned = true;
        for (const entry of piece.entries) lose(entry, 'orphan-result');
      }
    }
    const pieces = [...[...open].map(missingResult), ...results, ...rest];
    const words = orphaned ? wordsForOrphan(behaviour, healed.length === 0) : undefined;
    healed.push(...finishUser(pieces, draft, words));
  }
  return healed;
}

function orphansStay({ orphanResult }: ClientBehaviour, behindAnswer: boolean): boolean {
  return orphanResult === 'sent' || (orphanResult === 'dropped-behind-answer' && !behindAnswer);
}

function wordsForOrphan({ orphanResult }: ClientBehaviour, first: boolean): string | undefined {
  if (orphanResult === 'replaced') return first ? RESULT_ORPHANED : NO_CONTENT;
  return orphanResult === 'replaced-unless-first' && !first ? NO_CONTENT : undefined;
}

function finishUser(pieces: Piece[], draft: Draft, words: string | undefined): Draft[] {
  const { reminders } = draft;
  if (pieces.length === 0 && reminders.length > 0) {
    // Alone behind an answer they are one user message, in one pair of tags.
    const joined = joinReminders(reminders);
    return [userDraft([{ ...joined, block: { type: 'text', text: tag(joined.block) } }])];
  }
  if (pieces.length === 0 && words === undefined) return [];
  const content = pieces.length > 0 ? pieces : [textPiece(words ?? NO_CONTENT)];
  const user = userDraft(content);
  return reminders.length > 0
    ? [user, { role: 'system', id: undefined, pieces: [joinReminders(reminders)], reminders: [] }]
    : [user];
}

function tag(block: JsonObject): string {
  const text = stringField(block, 'text') ?? '';
  return text.startsWith('<system-reminder>') ? text : reminder(text);
}

/** Reminders for a model that takes them in the system role are one text. */
function joinReminders(reminders: readonly Piece[]): Piece {
  const text = reminders.map((piece) => stringField(piece.block, 'text')).join('\n\n');
  const placeholder = reminders.find((piece) => piece.placeholder !== undefined)?.placeholder;
  return {
    block: { type: 'text', text },
    entries: reminders.flatMap((piece) => piece.entries),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

function userDraft(pieces: Piece[]): Draft {
  return { role: 'user', id: undefined, pieces, reminders: [] };
}

function missingResult(id: string): Piece {
  return { block: inventedResult(id, RESULT_MISSING), entries: [] };
}

// Today's client knows the agent tool as `Agent`, and a message by `to` and `message` alone [resume R19].
function tidyCall(call: JsonObject, behaviour: ClientBehaviour): JsonObject {
  const kept = call.caller === undefined || behaviour.caller === 'sent' ? call : withoutCaller(call);
  const name = stringField(call, 'name') ?? '';
  if (Object.hasOwn(behaviour.toolNames, name)) return { ...kept, name: behaviour.toolNames[name] };
  if (call.name === 'ExitPlanMode' && isObject(call.input)) {
    const input = Object.entries(call.input).filter(([key]) => !behaviour.planInputLoses.includes(key));
    return { ...kept, input: Object.fromEntries(input) };
  }
  if (call.name !== 'SendMessage' || !isObject(call.input) || !behaviour.trimsSendMessage) return kept;
  const { type: _type, recipient: _recipient, content: _content, ...input } = call.input;
  return 'to' in input && 'message' in input ? { ...kept, input } : kept;
}

function withoutCaller(call: JsonObject): JsonObject {
  const { caller: _caller, ...bare } = call;
  return bare;
}
