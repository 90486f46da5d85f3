// Judges whether a value is a secret or a stand-in for one: placeholders, references, code and plain words are not.
import { UUID } from '../base/uuid.ts';

const STAND_IN =
  /^(?:\$|%[A-Z_]+%$|#\{|\{\{|\{[A-Za-z_]|<|\[redacted|\*{3,}|x{4,}|\.{3}|…|-+$|process\.|os\.|env\.|import\.|config\.|self\.|this\.|null|undefined|none|true|false|string|redacted)/i;
const STAND_IN_INSIDE =
  /example|changeme|change[-_]me|placeholder|dummy|your[-_ ]?|my[-_]?(?:secret|token|key|pass)|insert|xxxx|\*\*\*|\.\.\.|…|redacted|test[-_]secret|do[-_]not[-_]|not[-_]?(?:a[-_]?)?(?:real|secret)|fake|sample|todo|fixme|lorem|foobar|1234567|abcdefg|\$\{|\{\{|<[a-z_ -]+>/i;
const PLAIN =
  /^(?:pass(?:word|wd)?|secret|token|user(?:name)?|admin|root|test(?:ing)?|guest|hidden|postgres|mysql|mongo|redis|key|apikey|localhost|default|development|production|staging|demo|pw|pwd|hunter2)\d{0,4}!?$/i;

/** For a value whose surroundings already say that it is a password or a token. */
export function isStandIn(value: string): boolean {
  return STAND_IN.test(value) || STAND_IN_INSIDE.test(value) || PLAIN.test(value);
}

/** For a value that stands behind a telling name only: it must also look as if a machine, or a careful person, had made it. */
export function looksRandom(value: string): boolean {
  if (value.length < 12 || isStandIn(value) || UUID.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (!/\d/.test(value) || kinds < 2) return false;
  // Words joined by dots, dashes, slashes or camel case are names, paths and versions.
  if (/^[A-Za-z]*(?:[._/:@ -][A-Za-z]{2,}\d{0,3}|[._/:-]\d{1,4})*$/.test(value)) return false;
  const long = /^[0-9a-f]+$/i.test(value) ? 3 : 3.4;
  return entropy(value) >= Math.min(long, Math.log2(value.length) - 0.4);
}

/** Bits per character, by Shannon. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
