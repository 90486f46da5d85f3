// Ends a cut: links, times, one last-prompt that names the leaf, and a title that every picker shows [R1] [R7].
import { type JsonObject, stringField } from '../base/json.ts';
import type { Entry } from '../log/line.ts';
import { promptText } from '../session/turns.ts';
import type { CutItem, CutSession } from './cut-session.ts';
import { relink } from './relink.ts';
import { setTimes } from './set-times.ts';

export interface FinishOptions {
  readonly title: string;
}

export function finishSession(session: CutSession, options: FinishOptions): CutSession {
  const linked = setTimes(relink({ ...session, items: session.items.map(showInPicker) }));
  const leaf = linked.items.findLast((item) => item.role === 'chain');
  const last = lastPromptText(session);
  const items = leafLast(linked.items).filter((item) => !isReplaced(item.value));
  const add = (value: JsonObject) =>
    items.push({ value, entry: undefined, role: 'beside', turn: leaf?.turn ?? 0 });
  if (leaf) {
    add({
      type: 'last-prompt',
      ...(last === undefined ? {} : { lastPrompt: last }),
      leafUuid: stringField(leaf.value, 'uuid'),
      sessionId: session.sessionId,
    });
  }
  add({ type: 'custom-title', customTitle: options.title, sessionId: session.sessionId });
  return { ...linked, items };
}

// The client resumes the last linked entry in the file: nothing linked may stand behind the leaf.
function leafLast(items: readonly CutItem[]): CutItem[] {
  const at = items.findLastIndex((item) => item.role === 'chain');
  const behind = items.slice(at + 1);
  const linked = behind.filter((item) => item.value.uuid !== undefined);
  const rest = behind.filter((item) => item.value.uuid === undefined);
  return at < 0 ? [...items] : [...items.slice(0, at), ...linked, items[at] as CutItem, ...rest];
}

function isReplaced({ type }: JsonObject): boolean {
  return type === 'last-prompt' || type === 'custom-title';
}

// Sessions written by `claude -p` are hidden by the pickers of newer clients; the copy is meant to be found.
function showInPicker(item: CutItem): CutItem {
  return item.value.entrypoint === 'sdk-cli'
    ? { ...item, value: { ...item.value, entrypoint: 'cli' } }
    : item;
}

// Of a branch or a rewind, not what was typed last in the source: what was typed last on the way to this leaf.
function lastPromptText(session: CutSession): string | undefined {
  const turn = session.items.findLast((item) => item.role === 'chain')?.turn;
  const prompt = session.items.find((item) => item.role === 'chain' && item.turn === turn)?.entry;
  const typed = turn !== 0 && prompt?.value.type === 'user' ? firstLine(prompt) : '';
  if (typed !== '') return typed;
  const logged = session.items.findLast((item) => item.value.type === 'last-prompt' && item.value.lastPrompt);
  return logged && stringField(logged.value, 'lastPrompt');
}

function firstLine(prompt: Entry): string {
  return promptText(prompt).slice(0, 200);
}
