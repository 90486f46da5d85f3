// What the file of an export is called.
import { textStart } from '../base/text-start.ts';
import type { ExportedSession } from './exported-session.ts';

/** How a format ends its file's name, or the whole name where it needs one. */
export interface NameNeeds {
  readonly ending: string;
  /** An excerpt is called by its id, as a client wants it. */
  readonly name?: string;
}

const MOST_NAME = 48;

/** `fix-the-lamp-1a2b3c4d.html`. */
export function nameOfExport(exported: ExportedSession, { ending, name }: NameNeeds): string {
  if (name !== undefined) return name;
  const words = wordsOfName(exported.title ?? 'session', MOST_NAME);
  const id = exported.session.sessionId.replace(/[^\w-]/g, '').slice(0, 8);
  const turns =
    exported.asked === undefined ? '' : `-${exported.asked.replace(/[^\w.]/g, '').replaceAll('..', '-')}`;
  return `${words || 'session'}-${id || 'export'}${turns}.${ending}`;
}

/** `fix-the-lamp`, of “Fix the lamp!”: what every file system takes for a name. */
export function wordsOfName(text: string, most: number): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return textStart(words, most).replace(/^-+|-+$/g, '');
}
