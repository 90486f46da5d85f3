// Takes out of texts and JSON what is nobody else's business: secrets, home folders, e-mail addresses, and names that were listed.
import { escapePattern } from '../base/escape-pattern.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { type JsonKey, mapStrings } from '../secrets/map-strings.ts';
import { markerOf, replaceFindings } from '../secrets/mask-secrets.ts';
import { findAt, isOpaque, isSignedThinking } from '../secrets/scrub-json.ts';
import { renameKeys } from './rename-keys.ts';

/** Takes secrets and names out of texts and JSON. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** Every string and every key, but for ids, signatures and binary data; the same object where nothing changes. */
  readonly json: <T extends Json>(value: T) => T;
}

/** What to take out besides secrets, home folders and addresses. */
export interface RedactOptions {
  /** Words to take out besides, in upper or lower case. */
  readonly names?: readonly string[];
  /** The home folder of this machine, where it lies in no usual place. */
  readonly home?: string | undefined;
}

/**
 * Folder names in place of a person's keep a path a path: a session's working directory still reads as one. A path may stand
 * behind an escaped newline of JSON in a text, behind a colour of the terminal, or behind a flag (-I/home/ann).
 */
const BEFORE = String.raw`(?:(?<![\w.~-])|(?<=\\[nrt])|(?<=\[[\d;]{0,12}m)|(?<=(?:^|\s)-[A-Za-z]))`;
/** A disk of Windows has other names in other shells: /c/Users, /mnt/c/Users. */
const HOMES: RegExp = new RegExp(
  String.raw`(${BEFORE}(?:/(?:var/)?home/|(?:(?:/mnt|/cygdrive)?/[A-Za-z])?/Users/|[\\/]{2,8}wsl(?:\$|\.localhost)[\\/]+[^\\/\s"]{1,60}[\\/]+home[\\/]+))([^/\\\s"'\x60:<>|]+)`,
  'g',
);
/** There a person's name may be written with spaces; it goes whole where the path goes on behind it. */
const WINDOWS_HOMES: RegExp = new RegExp(
  String.raw`(${BEFORE}[A-Za-z]:[\\/]+[Uu]sers[\\/]+)([^/\\\s"'\x60:<>|]+(?:(?: [^/\\\s"'\x60:<>|&;,()]+){1,4}(?=[\\/]))?)`,
  'g',
);
/** The same in the name of a project folder of the client: -home-ann-work. */
const SLUG_HOMES =
  /((?:(?<![\w-])|(?<=\\[nrt]))(?:(?:-var)?-home|(?:(?:-mnt|-cygdrive)?-[A-Za-z])?-Users|[A-Za-z]--[Uu]sers)-)([A-Za-z0-9_]+)/g;
const EMAIL = /[A-Za-z0-9][\w.+%-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g;
const SOMEONE = 'user';
/** Accounts that are no person: `git@github.com:…` is an address of a machine. */
const NOBODY: ReadonlySet<string> = new Set(['git', 'hg', 'svn']);

/** Makes a redactor that replaces the same thing in the same way everywhere. */
export function makeRedactor(options: RedactOptions = {}): Redactor {
  const names = namePattern(options.names ?? []);
  const home = homePattern(options.home);
  const plain = (text: string): string => {
    let out = home ? text.replace(home, `/home/${SOMEONE}`) : text;
    for (const homes of [WINDOWS_HOMES, HOMES, SLUG_HOMES]) out = out.replace(homes, `$1${SOMEONE}`);
    out = out.includes('@')
      ? out.replace(EMAIL, (found) =>
          NOBODY.has(found.split('@', 1)[0] as string) ? found : markerOf('email'),
        )
      : out;
    return names ? out.replace(names, markerOf('name')) : out;
  };
  const at = (text: string, key: JsonKey): string => plain(replaceFindings(text, findAt(text, key)));
  const visit = (text: string, spot: { readonly key: JsonKey; readonly owner: JsonObject | undefined }) => {
    const next = at(text, spot.key);
    // Signed thinking cannot be changed, only emptied, as newer clients write it [M7].
    return next !== text && isSignedThinking(spot.owner, spot.key) ? '' : next;
  };
  const text = (one: string): string => at(one, undefined);
  return {
    text,
    json: <T extends Json>(value: T): T => renameKeys(mapStrings(value, visit, isOpaque), text) as T,
  };
}

function namePattern(names: readonly string[]): RegExp | undefined {
  const words = names.map((name) => name.trim()).filter((name) => name !== '');
  if (words.length === 0) return undefined;
  // The longest first, so that a full name goes whole.
  const parts = words.sort((a, b) => b.length - a.length).map(escapePattern);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function homePattern(home: string | undefined): RegExp | undefined {
  if (home === undefined || home.length < 2) return undefined;
  return new RegExp(`(?<![\\w.~-])${escapePattern(home.replace(/[\\/]+$/, ''))}(?![\\w.-])`, 'g');
}
