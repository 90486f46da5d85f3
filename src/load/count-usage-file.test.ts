import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { corpusFiles } from '../../test/corpus/corpus.ts';
import { encodeUtf8 } from '../base/bytes.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { forgeSession } from '../forge/forge-session.ts';
import { Random } from '../forge/random.ts';
import { parseLog } from '../log/read-log.ts';
import {
  type ClientLedger,
  readClientLedger,
  readUsageRecord,
  type UsageRecord,
} from '../stats/usage-record.ts';
import { UsageReader } from './count-usage-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'clew-usage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Counted {
  readonly records: readonly UsageRecord[];
  readonly costState: ClientLedger | undefined;
}

/** Every line parsed in full: what the pass over the bytes must come to. */
function parseFully(bytes: Uint8Array): Counted {
  const records: UsageRecord[] = [];
  let costState: ClientLedger | undefined;
  for (const line of parseLog(bytes)) {
    const values =
      line.kind === 'entry'
        ? [line.value]
        : line.kind === 'blank'
          ? []
          : line.parts.map((part) => part.value);
    for (const value of values) {
      const record = readUsageRecord(value, line.place.offset);
      if (record) records.push(record);
      costState = readClientLedger(value) ?? costState;
    }
  }
  return { records, costState };
}

const reader = new UsageReader();

function readBytes(bytes: Uint8Array, name = 'session.jsonl', using: UsageReader = reader): Counted {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const target = { file, bytes: bytes.length, slug: '-x', sessionId: 'x', agentId: undefined };
  const { records, costState } = using.read(target);
  return { records, costState };
}

const seeds = Array.from({ length: 12 }, (_, i) => `usage ${i}`);
const forged = seeds.map((seed) => encodeUtf8(forgeSession({ seed }).files[0]?.text ?? ''));

test('[K3] the pass over the bytes finds what a full parse finds, in every forged session', () => {
  let records = 0;
  for (const bytes of forged) {
    const expected = parseFully(bytes);
    expect(readBytes(bytes)).toEqual(expected);
    records += expected.records.length;
  }
  expect(records).toBeGreaterThan(100);
});

test.each(DAMAGE_KINDS)('[L1] and the same under damage: %s', (kind) => {
  for (const [i, bytes] of forged.slice(0, 4).entries()) {
    const damaged = damage(bytes, { seed: i, kinds: [kind] });
    expect(readBytes(damaged)).toEqual(parseFully(damaged));
  }
});

test('[L1] a byte changed anywhere in an answer makes both agree that it is one, or that it is none', () => {
  const random = new Random('flip');
  const lines = forged
    .flatMap((bytes) => Buffer.from(bytes).toString('latin1').split('\n'))
    .filter((line) => line.includes('"usage"'));
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const changed = Array.from({ length: 50 }, () => {
      const line = Buffer.from(lines[random.int(0, lines.length - 1)] as string, 'latin1');
      const copy = Buffer.from(line);
      copy[random.int(0, line.length - 1)] = LETTERS[random.int(0, LETTERS.length - 1)] as number;
      // The whole line first, so that what is known of its head and tail is at hand when the changed one comes.
      return Buffer.concat([line, Buffer.from('\n'), copy, Buffer.from('\n')]);
    });
    const bytes = Buffer.concat(changed);
    const expected = parseFully(bytes);
    lost += 100 - expected.records.length;
    expect(readBytes(bytes)).toEqual(expected);
  }
  expect(lost).toBeGreaterThan(ROUNDS);
});

test('[K3] whatever a tool is called with, and whatever else tells of a usage, comes to the same', () => {
  const [line = ''] = Buffer.from(forged[0] as Uint8Array)
    .toString('utf8')
    .split('\n')
    .filter((one) => one.includes('"usage"'));
  const { message, ...entry } = JSON.parse(line);
  const answer = (input: unknown): string => {
    const content = [{ type: 'tool_use', id: 'toolu_1', name: 'TodoWrite', input }];
    const { stop_reason, stop_sequence, usage, content: _, ...head } = message;
    const { type, uuid, timestamp, requestId, ...rest } = entry;
    const inner = { ...head, content, stop_reason, stop_sequence, usage };
    return JSON.stringify({ ...rest, message: inner, requestId, type, uuid, timestamp });
  };
  const inputs = [
    {},
    { todos: [] },
    { todos: [{ content: 'a “b” \\ c', status: 'done', n: -1.5e3 }, {}, 'x', null, true] },
    { options: { a: 1, b: [1] }, flat: { a: null } },
    { questions: [{ options: [{ label: 'deep' }] }] },
    { usage: { input_tokens: 1 }, type: 'assistant' },
    [1],
    'text',
    null,
  ];
  const result = { type: 'user', toolUseResult: { usage: { input_tokens: 7 } } };
  const lines = [
    ...inputs.map(answer),
    ...inputs.map((input) => answer(input).replace(',"status"', '"status"').replace(']', '')),
    JSON.stringify(result),
    JSON.stringify({ ...result, message: { content: [{ type: 'text', text: 'assistant"' }] } }),
    `${JSON.stringify(result).slice(0, -1)}${answer({ todos: [{ a: 1 }] })}`,
  ];
  const bytes = Buffer.from(lines.join('\n'));
  const expected = parseFully(bytes);
  expect(expected.records.length).toBeGreaterThan(inputs.length);
  expect(readBytes(bytes)).toEqual(expected);
});

test('without details a record lacks its tools and its request alone', () => {
  const lean = new UsageReader({ details: false });
  for (const bytes of forged) {
    const bare = (records: readonly UsageRecord[]) =>
      records.map((record) => ({ ...record, tools: undefined, requestId: undefined }));
    expect(bare(readBytes(bytes, 'lean.jsonl', lean).records)).toEqual(bare(parseFully(bytes).records));
  }
});

/** `CLEW_FLIPS=1000` looks closer. */
const ROUNDS = Number(process.env.CLEW_FLIPS ?? 20);
const LETTERS = Buffer.from('{}[]",:\\ \0\t\r9ntx\x80\xc3', 'latin1');

test('[L1] [L2] lines longer than the buffer are read whole, those longer than the limit are passed over', () => {
  const [line] = Buffer.from(forged[0] as Uint8Array)
    .toString('utf8')
    .split('\n')
    .filter((one) => one.includes('"usage"'));
  const long = JSON.stringify({ type: 'user', message: { content: 'x'.repeat(3_000_000) } });
  const bytes = Buffer.from([line, long, line, long.replace('user', 'other'), line].join('\n'));
  const expected = parseFully(bytes);
  expect(expected.records).toHaveLength(3);
  expect(readBytes(bytes)).toEqual(expected);
  const short = new UsageReader({ maxLineBytes: 1_000_000 });
  expect(readBytes(bytes, 'long.jsonl', short)).toEqual(expected);
  const cut = JSON.stringify({
    type: 'assistant',
    message: { usage: { input_tokens: 1 }, content: 'x'.repeat(2_000_000) },
  });
  const tooLong = Buffer.from([line, cut, line].join('\n'));
  expect(readBytes(tooLong, 'long.jsonl', short).records).toHaveLength(2);
  expect(readBytes(tooLong).records).toHaveLength(3);
});

test.skipIf(corpusFiles().length === 0)('[K3] and so it is in every real session', () => {
  let records = 0;
  for (const file of corpusFiles()) {
    const bytes = readFileSync(file);
    const { records: found, costState } = reader.read({
      file,
      bytes: 0,
      slug: '',
      sessionId: undefined,
      agentId: undefined,
    });
    expect({ records: found, costState }, file).toEqual(parseFully(bytes));
    records += found.length;
  }
  expect(records).toBeGreaterThan(1000);
});
