// Damage to bytes and lines: torn, joined, garbled, or JSON that is no entry [L1] [L2].
import { encodeUtf8, joinBytes } from '../base/bytes.ts';
import type { Damage, Draft } from './damage.ts';
import { insertLine } from './draft.ts';
import type { Random } from './random.ts';

const DEPTH = 5_000;
const HUGE_LINE: Uint8Array = encodeUtf8(
  JSON.stringify({ type: 'blob', data: 'thirty characters of filler, '.repeat(10_400) }),
);

export const damageBytes: Readonly<Record<string, Damage>> = {
  'huge-line': (draft, random) => {
    insertLine(draft, place(draft, random), HUGE_LINE);
  },
  'deep-nesting': (draft, random) => {
    const nested = `${'{"a":['.repeat(DEPTH)}${']}'.repeat(DEPTH)}`;
    insertLine(draft, place(draft, random), nested);
  },
  'lone-surrogate': (draft, random) => insertInString(draft, random, encodeUtf8('\\ud83d')),
  'invalid-utf8': (draft, random) => insertInString(draft, random, new Uint8Array([0xc3, 0x28, 0xff, 0xfe])),
  'non-object-lines': (draft, random) => {
    for (const line of ['42', '"a string"', '[1,2,3]', 'null', 'true']) {
      insertLine(draft, place(draft, random), line);
    }
  },
  'garbage-line': (draft, random) => {
    const bytes = Uint8Array.from({ length: random.int(20, 200) }, () => random.int(128, 255));
    insertLine(draft, place(draft, random), bytes);
  },
  'blank-lines': (draft, random) => {
    for (const line of ['', '   ', '\t', '']) insertLine(draft, place(draft, random), line);
  },
  'nul-run': (draft, random) => {
    const at = place(draft, random);
    const zeros = new Uint8Array(random.int(16, 4096));
    const line = draft.lines[at];
    if (line && random.chance(0.5)) draft.lines[at] = joinBytes([zeros, line]);
    else insertLine(draft, at, zeros);
  },
  'joined-lines': (draft, random) => {
    const at = random.int(0, draft.lines.length - 2);
    const [first, second] = draft.lines.slice(at, at + 2);
    if (first && second) draft.lines.splice(at, 2, joinBytes([first, second]));
  },
  'glued-half': (draft, random) => {
    const at = random.int(0, draft.lines.length - 2);
    const [first, second] = draft.lines.slice(at, at + 2);
    if (first && second) draft.lines.splice(at, 2, joinBytes([half(first, random), second]));
  },
  'torn-middle-line': (draft, random) => {
    const at = random.int(0, Math.max(0, draft.lines.length - 2));
    const line = draft.lines[at];
    if (line) draft.lines[at] = half(line, random);
  },
  'byte-order-mark': (draft) => {
    const first = draft.lines[0];
    if (first) draft.lines[0] = joinBytes([new Uint8Array([0xef, 0xbb, 0xbf]), first]);
  },
  crlf: (draft) => {
    draft.newline = '\r\n';
  },
  'no-final-newline': (draft) => {
    draft.terminated = false;
  },
  'torn-last-line': (draft, random) => {
    const last = draft.lines.at(-1);
    if (last) draft.lines[draft.lines.length - 1] = half(last, random);
    draft.terminated = false;
  },
};

function place(draft: Draft, random: Random): number {
  return random.int(0, draft.lines.length);
}

function half(line: Uint8Array, random: Random): Uint8Array {
  return line.subarray(0, Math.max(1, Math.floor(line.length * (0.2 + random.fraction() * 0.6))));
}

const TEXT_STARTS: readonly Uint8Array[] = ['"text":"', '"content":"', '"cwd":"', '":"'].map(encodeUtf8);

// Puts bytes into a JSON string of some line, where text is likely to be.
function insertInString(draft: Draft, random: Random, bytes: Uint8Array): void {
  const start = random.int(0, Math.max(0, draft.lines.length - 1));
  for (const mark of TEXT_STARTS) {
    for (let n = 0; n < draft.lines.length; n++) {
      const at = (start + n) % draft.lines.length;
      const line = draft.lines[at] as Uint8Array;
      const found = indexOfBytes(line, mark);
      if (found < 0) continue;
      const cut = found + mark.length;
      draft.lines[at] = joinBytes([line.subarray(0, cut), bytes, line.subarray(cut)]);
      return;
    }
  }
}

function indexOfBytes(line: Uint8Array, mark: Uint8Array): number {
  outer: for (
    let at = line.indexOf(mark[0] as number);
    at >= 0;
    at = line.indexOf(mark[0] as number, at + 1)
  ) {
    for (let i = 1; i < mark.length; i++) if (line[at + i] !== mark[i]) continue outer;
    return at;
  }
  return -1;
}
