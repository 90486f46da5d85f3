// Judges the resume simulator by the real client: what clew predicts must be what the client sends.
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { damagedSessions } from '../../src/context/damaged-sessions.fixture.ts';
import { predictResume, type ResumePrediction } from '../../src/context/predict-resume.ts';
import { PLACEHOLDER } from '../../src/context/render-attachment.ts';
import { parseLog } from '../../src/log/read-log.ts';
import type { RequestBlock, RequestBody } from './api-script.ts';
import { whyNotAvailable } from './available.ts';
import { FRESH } from './fresh-text.ts';
import { type NormalMessage, normalise } from './normalise.ts';
import { produceSessions } from './produce-sessions.ts';
import { RESUME_PROMPT, type Resumed } from './resume.ts';
import { resumeMany } from './resume-many.ts';
import { labVersions } from './versions.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus/projects');
const reason = await whyNotAvailable();
if (reason !== undefined) console.log(`judging the simulator skipped: ${reason}`);

/** What the simulator is known to miss, `name in version`, and why. Empty is the aim, and at the time of writing the truth. */
const KNOWN_MISSES: Readonly<Record<string, string>> = {};

/** Damage that the issue names; all of it on the newest client, these on older ones too. */
const ON_OLDER_CLIENTS =
  /^(base|orphan-(use|result).*|missing-parent.*|cycle-.*|garbage-line|duplicate-uuid|half-last-line|mixed-session-ids)$/;

describe.skipIf(reason !== undefined)('the prediction is what the client sends', () => {
  test.skipIf(!existsSync(corpus))('of every main session of the corpus, in the newest client', async () => {
    const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}\.jsonl$/.test(file),
    );
    const paths = new Map(files.map((file) => [file, join(corpus, file)]));
    await judge(paths, NEWEST_CLIENT, 'corpus');
  });

  test('of damaged sessions, in the newest client and in two older ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clew-damaged-'));
    try {
      const paths = new Map<string, string>();
      for (const [name, text] of damagedSessions()) {
        const id = `10000000-0000-4000-8000-${String(paths.size).padStart(12, '0')}`;
        paths.set(name, join(folder, `${id}.jsonl`));
        await writeFile(join(folder, `${id}.jsonl`), text);
      }
      const named = new Map([...paths].filter(([name]) => ON_OLDER_CLIENTS.test(name)));
      await judge(paths, NEWEST_CLIENT, 'damaged');
      await judge(named, '2.1.100', 'damaged');
      // A client on a circle of parents never comes back: it is given a little time, and that is the answer.
      await judge(named, '2.0.64', 'damaged', 15_000);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('of every scenario, in every version of the lab', async () => {
    const cells = await produceSessions({ versions: await labVersions() });
    const misses: string[] = [];
    let count = 0;
    for (const cell of cells) {
      if (cell.kind !== 'produced') continue;
      count++;
      const found = disagreement(await predict(cell.file, cell.version), cell.resumed);
      if (found !== undefined) misses.push(`${cell.scenario} in ${cell.version}: ${found}`);
    }
    report('scenarios', count, misses);
  });
});

async function judge(paths: ReadonlyMap<string, string>, version: string, what: string, timeout = 60_000) {
  const resumed = await resumeMany(version, [...paths.values()], { jobs: 2, timeout });
  const misses: string[] = [];
  for (const [name, path] of paths) {
    const found = disagreement(await predict(path, version), resumed.get(path) as Resumed);
    if (found !== undefined) misses.push(`${name} in ${version}: ${found}`);
  }
  report(`${what} in ${version}`, paths.size, misses);
}

function report(what: string, count: number, misses: readonly string[]): void {
  const known = misses.filter((miss) => KNOWN_MISSES[miss.split(': ')[0] ?? ''] !== undefined);
  console.log(`${what}: ${count - misses.length} of ${count} agree`);
  for (const miss of known) console.log(`  known: ${miss} (${KNOWN_MISSES[miss.split(': ')[0] ?? '']})`);
  expect(count).toBeGreaterThan(0);
  expect(misses.filter((miss) => !known.includes(miss))).toEqual([]);
}

async function predict(file: string, client: string): Promise<ResumePrediction> {
  return predictResume(parseLog(await readFile(file)), { client });
}

/** What differs first, in words; undefined where the two agree. */
function disagreement(prediction: ResumePrediction, resumed: Resumed): string | undefined {
  if (resumed.kind === 'refused') return prediction.refused === undefined ? 'refused' : undefined;
  if (resumed.kind === 'hung') return prediction.hangs ? undefined : 'no request came';
  if (resumed.kind === 'failed') return `the client failed: ${resumed.output.slice(0, 200)}`;
  if (prediction.refused !== undefined || prediction.hangs) return 'the client sent a request';
  const { messages } = normalise(trimTail(resumed.body), RESUME_PROMPT);
  if (resumed.kind === 'sent') return firstDifference(prediction.messages, messages);
  // A compaction asks about all but the last answer, which it preserves.
  if (prediction.compaction?.compacts !== true) return 'the client compacted first';
  return firstDifference(prediction.messages.slice(0, messages.length), messages);
}

/** Fresh reminders behind a result of the last user message are folded into it; the summary's prompt stands there too. */
function trimTail(body: RequestBody): RequestBody {
  const last = body.messages.findLastIndex((message) => message.role === 'user');
  const messages = body.messages.map((message, index) => {
    if (index !== last || typeof message.content === 'string') return message;
    const kept = message.content.filter((block) => !block.text?.includes('create a detailed summary'));
    return { ...message, content: kept.map(withoutFolded) };
  });
  return { ...body, messages };
}

function withoutFolded(block: RequestBlock): RequestBlock {
  if (block.type !== 'tool_result' || typeof block.content !== 'string') return block;
  const heads = FRESH.map(({ head }) => head.source).join('|');
  const folded = new RegExp(`\\n\\n<system-reminder>\\n(?:${heads})[\\s\\S]*$`);
  return { ...block, content: block.content.replace(folded, '') };
}

function firstDifference(
  predicted: readonly { readonly role: string; readonly content: readonly object[] }[],
  sent: readonly NormalMessage[],
): string | undefined {
  const count = Math.max(predicted.length, sent.length);
  for (let at = 0; at < count; at++) {
    const expected = predicted[at];
    const actual = sent[at];
    const isLast = at === count - 1;
    if (!expected || !actual) return `message ${at} of ${predicted.length} predicted, ${sent.length} sent`;
    if (expected.role !== actual.role) return `message ${at} has role ${actual.role}, not ${expected.role}`;
    const blocks = Math.max(expected.content.length, actual.content.length);
    for (let block = 0; block < blocks; block++) {
      const one = expected.content[block] as RequestBlock | undefined;
      const other = actual.content[block];
      if (!one || !other || !sameBlock(one, other, isLast)) return difference(at, block, one, other);
    }
  }
  return undefined;
}

function difference(at: number, block: number, one: unknown, other: unknown): string {
  const short = (value: unknown) => JSON.stringify(value)?.slice(0, 200);
  return `block ${block} of message ${at}: predicted ${short(one)}, sent ${short(other)}`;
}

function sameBlock(one: RequestBlock, other: RequestBlock, isLast: boolean): boolean {
  if (one.type !== other.type) return false;
  if (one.type === 'text') return sameText(one.text ?? '', other.text ?? '', isLast);
  if (one.type !== 'tool_result') return sorted(one) === sorted(other);
  const [ones, others] = [resultBlocks(one), resultBlocks(other)];
  return (
    one.tool_use_id === other.tool_use_id &&
    Boolean(one.is_error) === Boolean(other.is_error) &&
    ones.length === others.length &&
    ones.every((inner, index) => sameBlock(inner, others[index] as RequestBlock, false))
  );
}

function resultBlocks(result: RequestBlock): readonly RequestBlock[] {
  const { content } = result;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}

/** A placeholder stands for any words; the last text of all got a newline from the prompt that was taken out. */
function sameText(predicted: string, sent: string, isLast: boolean): boolean {
  const [first = '', ...rest] = predicted.split(new RegExp(PLACEHOLDER.source));
  if (rest.length === 0) return predicted === sent || (isLast && `${predicted}\n` === sent);
  const end = rest.pop() ?? '';
  const tail = [end, ...(isLast ? [`${end}\n`] : [])].find((words) => sent.endsWith(words));
  if (!sent.startsWith(first) || tail === undefined) return false;
  let at = first.length;
  for (const part of rest) {
    const found = sent.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + tail.length <= sent.length;
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
