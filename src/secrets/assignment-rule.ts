// Finds values assigned to telling names: `.env` lines, JSON and code with a literal, flags of commands.
import { type Finding, makeFinding } from './finding.ts';
import { isStandIn, looksRandom } from './looks-secret.ts';

// The telling end of a name. What stands before it is read backwards from the match: a pattern that begins with any
// characters would be tried at every one of them.
const NAME_END =
  '(?:passwo?r?d|passwd|passphrase|pwd|secret|(?:api|access|auth|private|encryption|signing|secret|master)[_-]?key|[_-]token|(?:auth|access)token|credentials?|[A-Z0-9]_key)';
const ASSIGNED = new RegExp(
  String.raw`(${NAME_END})["'\\]{0,4}[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}(?:\\?(["'\`])([^"'\`\\\s]{8,400})\\?\2|([^\s"'\`,;&(){}<>[\]\\]{12,400}))`,
  'dgi',
);
const NAME_BEFORE = /[A-Za-z0-9_.-]{0,60}$/;
const FLAG =
  /--?(?:password|passwd|token|api-key|secret|auth-token|access-token)[ =]{1,2}["']?([^\s"'`\\$<]{8,400})/dg;

const TELLING_NAME = new RegExp(`${NAME_END}$|^token$|^auth$|^bearer$`, 'i');
/** Names that tell of something public, or of a count. */
const HARMLESS_NAME =
  /public|publishable|anon|max|num|count|cache|primary|foreign|sort|partition|row|group|object|storage|local|query|header|cookie_name|next|page|sync|continuation|csrf|xsrf|hash|fingerprint|label|name$|id$|path$|file$|url$|uri$|header$|_key_id/i;

export const ASSIGNMENT_WORDS: RegExp =
  /passw|passphrase|pwd|secret|api[_-]?key|(?:access|auth|private|encryption|signing|master)[_-]?key|[_-]token|authtoken|accesstoken|credential|_KEY|--token/i;

export function findAssignments(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(ASSIGNED)) {
    const quoted = match.indices?.[3];
    const [start, end] = quoted ?? match.indices?.[4] ?? [0, 0];
    const before = NAME_BEFORE.exec(text.slice(Math.max(0, match.index - 60), match.index))?.[0] ?? '';
    const name = before + match[1];
    if (isSecretValue(name, text.slice(start, end), quoted !== undefined))
      found.push(makeFinding(text, kindOf(name), start, end));
  }
  for (const match of text.matchAll(FLAG)) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    if (looksRandom(text.slice(start, end))) found.push(makeFinding(text, 'password', start, end));
  }
  return found;
}

/** A whole string value that stands under a telling key of a JSON object. */
export function findUnderKey(key: string, value: string): Finding[] {
  if (value.length > 400 || /\s/.test(value) || !TELLING_NAME.test(key)) return [];
  return isSecretValue(key, value, true) ? [makeFinding(value, kindOf(key), 0, value.length)] : [];
}

function isSecretValue(name: string, value: string, quoted: boolean): boolean {
  if (HARMLESS_NAME.test(name)) return false;
  if (looksRandom(value)) return quoted || !looksLikeCode(value);
  // A person's password is short and not random, but has more than one kind of character.
  if (!quoted || !/passw|passphrase/i.test(name) || isStandIn(value)) return false;
  return value.length >= 8 && /\d/.test(value) && /[^A-Za-z0-9_.\-/:]/.test(value);
}

function looksLikeCode(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+/.test(value) ||
    /[|!?*]/.test(value) ||
    /^\/|^\.\.?\//.test(value)
  );
}

function kindOf(name: string): string {
  return /passw|passphrase|pwd/i.test(name) ? 'password' : 'assigned-secret';
}
