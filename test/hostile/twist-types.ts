// Twists a forged session: fields hold values of other types, keys are those of object prototypes, strings are odd.
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { Random } from '../../src/forge/random.ts';

const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '__proto__',
  'constructor',
  '\u0000\u001b]0;title\u0007\ud800',
  'a\u202eb\u009b31mc\u007f\r\b',
  '../../../../etc/passwd',
  'NaN',
  '99999-99-99T99:99:99Z',
  [],
  {},
  [[[]]],
  [null],
  [{ type: 'text' }],
  { length: -1 },
  { toString: 1, valueOf: null },
];

/** Each field, at any depth, is twisted with that chance; the line stays JSON. */
export function twistTypes(lines: readonly JsonObject[], random: Random, chance: number): string {
  return `${lines.map((line) => twistText(line, random, chance)).join('\n')}\n`;
}

function twistText(line: JsonObject, random: Random, chance: number): string {
  return JSON.stringify(twist(line, random, chance, 0)).replaceAll('"_proto_"', '"__proto__"');
}

function twist(value: Json, random: Random, chance: number, depth: number): Json {
  if (depth > 0 && random.chance(chance)) return random.pick(ODD);
  if (Array.isArray(value)) return value.map((item: Json) => twist(item, random, chance, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value as JsonObject).map(([key, field]): [string, Json] => [
    // Written as `_proto_`, because an object cannot be given the real name without meaning its prototype.
    depth > 0 && random.chance(chance / 4) ? random.pick(['_proto_', 'hasOwnProperty', '0', '']) : key,
    twist(field as Json, random, chance, depth + 1),
  ]);
  return Object.fromEntries(fields);
}
