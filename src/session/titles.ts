// The title of a session: the one given by hand, the client's own, a summary, or the first prompt, in that order.
import { stringField } from '../base/json.ts';
import { contentText } from '../log/block.ts';
import { messageOf, uuidOf } from '../log/fields.ts';
import type { Entry, Line } from '../log/line.ts';
import { tagText } from './tag-text.ts';
import { oneLine } from './tool-view/summarise-tool-call.ts';
import { type UserKind, userKind } from './user-kind.ts';

export type TitleSource = 'custom-title' | 'ai-title' | 'summary' | 'prompt' | 'command' | 'none';

export interface SessionTitle {
  /** On one line and without control characters; empty where the session has nothing to be called by. */
  readonly title: string;
  readonly source: TitleSource;
  /** The entry that it was taken from. */
  readonly entry: Entry | undefined;
}

const MAX_LENGTH = 200;

export function sessionTitle(lines: readonly Line[]): SessionTitle {
  const found = new TitleFinder();
  for (const line of lines) found.add(line);
  return found.title();
}

/** The first line of what a person typed, without what the client wraps around it; a command as it was typed. */
export function promptTitle(text: string): string {
  const name = tagText(text, 'command-name') || tagText(text, 'command-message');
  if (name) {
    const command = name.startsWith('/') ? name : `/${name}`;
    return oneLine(`${command} ${tagText(text, 'command-args') ?? ''}`, MAX_LENGTH);
  }
  const first = text
    .slice(wrappedLength(text))
    .split('\n', MAX_LINES)
    .find((line) => line.trim() !== '');
  return oneLine(first?.replace(/<system-reminder>.*$/, '') ?? '', MAX_LENGTH);
}

const MAX_LINES = 1000;

// What editors and the client put before a prompt.
const WRAPPER = /\s*<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics|local-command-caveat)>/y;

// By position, not by replacing: a hostile text of opening tags must not cost the square of its length.
function wrappedLength(text: string): number {
  let at = 0;
  for (;;) {
    WRAPPER.lastIndex = at;
    const tag = WRAPPER.exec(text)?.[1];
    const end = tag === undefined ? -1 : text.indexOf(`</${tag}>`, at);
    if (tag === undefined || end < 0) return at;
    at = end + tag.length + 3;
  }
}

/** What a title needs to know of uuids; a file of gigabytes has more than a set should hold. */
export interface UuidSet {
  readonly size: number;
  add(uuid: string): unknown;
  has(uuid: string): boolean;
}

/**
 * Takes lines one by one, so that a file can be read through without being held. What stands on a joined line gives no
 * title: clients lose it, or read its first half alone [L1].
 */
export class TitleFinder {
  readonly #last = new Map<TitleSource, SessionTitle>();
  readonly #uuids: UuidSet;
  readonly #summaries: { readonly entry: Entry; readonly title: string; readonly afterEntries: boolean }[] =
    [];

  constructor(uuids: UuidSet = new Set<string>()) {
    this.#uuids = uuids;
  }

  add(entry: Line): void {
    if (entry.kind !== 'entry') return;
    const uuid = uuidOf(entry);
    if (uuid !== undefined) this.#uuids.add(uuid);
    switch (entry.value.type) {
      case 'custom-title':
        this.#keepLast('custom-title', entry, stringField(entry.value, 'customTitle'));
        break;
      case 'ai-title':
        this.#keepLast('ai-title', entry, stringField(entry.value, 'aiTitle'));
        break;
      case 'summary': {
        const title = oneLine(stringField(entry.value, 'summary') ?? '', MAX_LENGTH);
        const afterEntries = this.#uuids.size > 0;
        if (title !== '') this.#summaries.push({ entry, title, afterEntries });
        break;
      }
      case 'user':
        this.#addUser(entry);
    }
  }

  title(): SessionTitle {
    return (
      this.#last.get('custom-title') ??
      this.#last.get('ai-title') ??
      this.#summary() ??
      this.#last.get('prompt') ??
      this.#last.get('command') ?? { title: '', source: 'none', entry: undefined }
    );
  }

  #keepLast(source: TitleSource, entry: Entry, text: string | undefined): void {
    const title = oneLine(text ?? '', MAX_LENGTH);
    if (title !== '') this.#last.set(source, { title, source, entry });
  }

  // Summaries at a file's head are mostly those of other sessions [G9]: one counts if its leaf is here, or if it is
  // the last and stands behind entries of this session, or if there is nothing else in the file.
  #summary(): SessionTitle | undefined {
    const own = this.#summaries.findLast(({ entry }) =>
      this.#uuids.has(stringField(entry.value, 'leafUuid') ?? ''),
    );
    const last = this.#summaries.at(-1);
    const chosen = own ?? (last?.afterEntries || this.#uuids.size === 0 ? last : undefined);
    return chosen && { title: chosen.title, source: 'summary', entry: chosen.entry };
  }

  #addUser(entry: Entry): void {
    if (this.#last.has('prompt')) return;
    const source = SOURCES.get(userKind(entry));
    if (source === undefined || this.#last.has(source)) return;
    const title = promptTitle(contentText(messageOf(entry)?.content));
    // `/clear` opens a new file and says nothing about it.
    if (title !== '' && title !== '/clear') this.#last.set(source, { title, source, entry });
  }
}

const SOURCES: ReadonlyMap<UserKind, TitleSource> = new Map<UserKind, TitleSource>([
  ['prompt', 'prompt'],
  ['agent-prompt', 'prompt'],
  ['command', 'command'],
  ['shell-input', 'command'],
]);
