// Damages a session file in the ways real ones are damaged, each by name, so that tests can ask for exactly one.
import { encodeUtf8, joinBytes } from '../base/bytes.ts';
import { damageBytes } from './damage-bytes.ts';
import { damageContent } from './damage-content.ts';
import { damageGraph } from './damage-graph.ts';
import { Random } from './random.ts';

/** A file being damaged: its lines without newlines. */
export interface Draft {
  lines: Uint8Array[];
  newline: '\n' | '\r\n';
  /** Whether the last line has its newline. */
  terminated: boolean;
}

/** Changes the draft; leaves it alone where the file has nothing to damage in this way. */
export type Damage = (draft: Draft, random: Random) => void;

export interface DamageOptions {
  readonly seed: number | string;
  /** One to three kinds picked by the seed if not given. */
  readonly kinds?: readonly string[];
}

/** Every kind of damage by its name. */
const DAMAGES: Readonly<Record<string, Damage>> = { ...damageGraph, ...damageContent, ...damageBytes };

export const DAMAGE_KINDS: readonly string[] = Object.keys(DAMAGES);

export function damage(bytes: Uint8Array, options: DamageOptions): Uint8Array {
  const random = new Random(`${options.seed} damage`);
  const kinds = options.kinds ?? random.shuffle(DAMAGE_KINDS).slice(0, random.int(1, 3));
  const unknown = kinds.find((kind) => !(kind in DAMAGES));
  if (unknown !== undefined) throw new Error(`there is no kind of damage named ${unknown}`);
  // What changes entries comes before what makes lines unreadable, whatever the order asked for.
  const draft = cut(bytes);
  for (const kind of DAMAGE_KINDS) if (kinds.includes(kind)) DAMAGES[kind]?.(draft, random);
  return glue(draft);
}

function cut(bytes: Uint8Array): Draft {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(10, start);
    if (end < 0) break;
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  const terminated = start === bytes.length;
  if (!terminated) lines.push(bytes.subarray(start));
  return { lines, newline: '\n', terminated };
}

function glue(draft: Draft): Uint8Array {
  const newline = encodeUtf8(draft.newline);
  const parts: Uint8Array[] = [];
  for (const line of draft.lines) parts.push(line, newline);
  if (!draft.terminated) parts.pop();
  return parts.length === 0 ? new Uint8Array(0) : joinBytes(parts);
}
