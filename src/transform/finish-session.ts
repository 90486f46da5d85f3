// Ends a cut: links, times, one last-prompt that names the leaf, and a title that every picker shows [R1] [R7].
import { type JsonObject, stringField } from '../base/json.ts';
import { textStart } from '../base/text-start.ts';
import { promptText } from '../session/turns.ts';
import type { CutItem, CutSession } from './cut-session.ts';
import { LazyUuids, type LinksBefore, relink } from './relink.ts';
import { besideTime, setTimes } from './set-times.ts';

export interface FinishOptions {
  readonly title: string;
}

export function finishSession(session: CutSession, options: FinishOptions): CutSession {
  return new SessionFinisher().end(session, options);
}

/** Finishes a session that is given part by part, in order. */
export class SessionFinisher {
  readonly #leafTime: number | undefined;
  #links: LinksBefore = { last: undefined, kept: new Set(), ends: false };
  #time: number | undefined;
  /** The newest time beside the chain in the parts before the last. */
  #latest = Number.NEGATIVE_INFINITY;
  /** What was typed to begin the newest turn, and what the source logged as typed last. */
  #opening: { readonly turn: number; readonly text: string } | undefined;
  #logged: string | undefined;

  /** `leafTime` is the time that the last link will have, where an earlier try has told it. */
  constructor(leafTime?: number) {
    this.#leafTime = leafTime;
  }

  /** A part that others follow. It must hold a link. */
  next(session: CutSession): CutSession {
    this.#notePrompt(session);
    const linked = relink(showInPicker(session), this.#links);
    const timed = setTimes(linked, { after: this.#time, leaf: this.#leafTime });
    for (const item of linked.items)
      if (item.role === 'beside') this.#latest = Math.max(this.#latest, besideTime(item) ?? this.#latest);
    const last = linked.items.findLast((item) => item.role === 'chain');
    this.#links = {
      last: stringField(last?.value, 'uuid') ?? this.#links.last,
      kept: new LazyUuids(linked.items),
      ends: false,
    };
    this.#time = timed.last;
    return { ...timed.session, items: timed.session.items.filter((item) => !isReplaced(item.value)) };
  }

  end(session: CutSession, options: FinishOptions): CutSession {
    const linked = relink(showInPicker(session), { ...this.#links, ends: true });
    const timed = setTimes(linked, { after: this.#time, leaf: 'own' });
    this.#time = timed.last;
    const leaf = timed.session.items.findLast((item) => item.role === 'chain');
    const last = this.#lastPrompt(session, leaf);
    const items = leafLast(timed.session.items).filter((item) => !isReplaced(item.value));
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
    return { ...session, items };
  }

  /** The leaf's time, where parts were finished that should have known it. */
  get missedLeafTime(): number | undefined {
    const time = this.#time ?? Number.POSITIVE_INFINITY;
    return this.#latest >= Math.min(time, this.#leafTime ?? time) && this.#leafTime !== time
      ? time
      : undefined;
  }

  // A later part goes on with the newest turn, or with turns of its own.
  #notePrompt(session: CutSession): void {
    const newest = session.items.reduce(
      (most, { role, turn }) => (role === 'chain' ? Math.max(most, turn) : most),
      -1,
    );
    if (newest >= 0 && newest !== this.#opening?.turn)
      this.#opening = { turn: newest, text: openingText(session, newest) };
    this.#logged = loggedPrompt(session) ?? this.#logged;
  }

  // Of a branch or a rewind, not what was typed last in the source: what was typed last on the way to this leaf.
  #lastPrompt(session: CutSession, leaf: CutItem | undefined): string | undefined {
    const isOpen = leaf !== undefined && leaf.turn === this.#opening?.turn;
    const typed = isOpen ? this.#opening?.text : leaf && openingText(session, leaf.turn);
    return typed || (loggedPrompt(session) ?? this.#logged);
  }
}

function openingText({ items }: CutSession, turn: number): string {
  const prompt = items.find((item) => item.role === 'chain' && item.turn === turn)?.entry;
  return turn !== 0 && prompt?.value.type === 'user' ? textStart(promptText(prompt), MOST_TYPED) : '';
}

const MOST_TYPED = 200;

function loggedPrompt({ items }: CutSession): string | undefined {
  const logged = items.findLast((item) => item.value.type === 'last-prompt' && item.value.lastPrompt);
  return logged && stringField(logged.value, 'lastPrompt');
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
function showInPicker(session: CutSession): CutSession {
  const isHidden = ({ value }: CutItem) => value.entrypoint === 'sdk-cli';
  if (!session.items.some(isHidden)) return session;
  const items = session.items.map((item) =>
    isHidden(item) ? { ...item, value: { ...item.value, entrypoint: 'cli' } } : item,
  );
  return { ...session, items };
}
