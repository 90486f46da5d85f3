import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { parseLog } from '../log/read-log.ts';
import { linkAgents } from '../session/agents.ts';
import { buildThread } from '../session/session.ts';
import type { Row } from './row.ts';
import { openTranscript } from './transcript.ts';
import { transcriptRows } from './transcript-rows.fixture.ts';

let clock = 0;

/** A linked line; each hangs on the one before it unless `more` says otherwise. */
function line(uuid: string, parentUuid: string | null, type: string, more: object): JsonObject {
  const timestamp = new Date(Date.UTC(2026, 0, 2, 10, 0, clock++)).toISOString();
  return { type, uuid, parentUuid, timestamp, sessionId: 's', ...more } as JsonObject;
}

const prompt = (uuid: string, parent: string | null, text: string) =>
  line(uuid, parent, 'user', { message: { role: 'user', content: text } });
const answer = (uuid: string, parent: string, ...content: object[]) =>
  line(uuid, parent, 'assistant', {
    message: { id: `m-${uuid}`, role: 'assistant', model: 'claude-test-1', content },
  });
const text = (words: string) => ({ type: 'text', text: words });

function rowsOf(lines: readonly (JsonObject | string)[]): Row[] {
  const bytes = encodeUtf8(
    lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''),
  );
  const thread = buildThread(parseLog(bytes));
  const tree = linkAgents(thread, []);
  return transcriptRows({ sessionId: 's', title: undefined, thread, agents: tree.children });
}

const kinds = (rows: readonly Row[]) => rows.map((row) => (row.kind === 'notice' ? row.notice : row.kind));

describe('transcriptRows', () => {
  test('[T1] a result has no row of its own: it is in the row of its use', () => {
    const rows = rowsOf([
      prompt('a', null, 'run it'),
      answer('b', 'a', { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }),
      line('c', 'b', 'user', {
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
      }),
      answer('d', 'c', text('done')),
    ]);
    expect(kinds(rows)).toEqual(['session', 'turn', 'prompt', 'tool', 'text']);
    const tool = rows.find((row) => row.kind === 'tool');
    expect(tool).toMatchObject({ uuid: 'b', place: { line: 2 }, summary: 'Bash ls' });
    expect(tool?.blocks.map((block) => block.type)).toEqual(['tool_use', 'tool_result']);
  });

  test('[T1] a result without its use is shown as what it is', () => {
    const rows = rowsOf([
      prompt('a', null, 'hi'),
      line('c', 'a', 'user', {
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'gone', content: 'left over' }],
        },
      }),
    ]);
    expect(rows.at(-1)).toMatchObject({ kind: 'notice', notice: 'stray-result', text: 'left over' });
  });

  test('[G4] a boundary and its summary are one row', () => {
    const rows = rowsOf([
      prompt('a', null, 'hi'),
      answer('b', 'a', text('hello')),
      line('c', null, 'system', {
        subtype: 'compact_boundary',
        logicalParentUuid: 'b',
        compactMetadata: { trigger: 'auto', preTokens: 155_000, postTokens: 9000 },
      }),
      line('d', 'c', 'user', { isCompactSummary: true, message: { role: 'user', content: 'In short.' } }),
      prompt('e', 'd', 'go on'),
    ]);
    expect(kinds(rows)).toEqual(['session', 'turn', 'prompt', 'text', 'compaction', 'turn', 'prompt']);
    expect(rows[4]).toMatchObject({
      trigger: 'auto',
      tokensBefore: 155_000,
      tokensAfter: 9000,
      summary: 'In short.',
      uuid: 'c',
    });
  });

  test('[G3] a rewind is marked where the ways part, with the branch and leaf of the other way', () => {
    const rows = rowsOf([
      prompt('a', null, 'hi'),
      answer('b', 'a', text('hello')),
      prompt('c', 'b', 'first way'),
      answer('d', 'c', text('one')),
      prompt('e', 'b', 'second way'),
      answer('f', 'e', text('two')),
    ]);
    expect(kinds(rows)).toEqual(['session', 'turn', 'prompt', 'text', 'fork', 'turn', 'prompt', 'text']);
    expect(rows[4]).toMatchObject({
      others: [{ state: 'live', text: 'first way', branches: [{ number: 1, leaf: 'd' }] }],
    });
    expect(rows[0]).toMatchObject({ branch: { number: 2, count: 2, active: true } });
  });

  test('[U4] a prompt taken back before any answer is still to be read', () => {
    const rows = rowsOf([
      prompt('a', null, 'hi'),
      answer('b', 'a', text('hello')),
      prompt('c', 'b', 'oops'),
      prompt('e', 'b', 'what I meant'),
      answer('f', 'e', text('two')),
    ]);
    expect(rows.find((row) => row.kind === 'fork')).toMatchObject({
      others: [{ state: 'cancelled', text: 'oops', branches: [] }],
    });
  });

  test('[U4] a prompt that exists only in the queue is shown, one that became an entry only once', () => {
    const queued = (operation: string, content: string) => ({ type: 'queue-operation', operation, content });
    const rows = rowsOf([
      prompt('a', null, 'hi'),
      queued('enqueue', 'and faster'),
      queued('remove', 'and faster'),
      queued('enqueue', 'thanks'),
      queued('dequeue', 'thanks'),
      answer('b', 'a', text('hello')),
      prompt('c', 'b', 'thanks'),
    ]);
    const prompts = rows.filter((row) => row.kind === 'prompt').map((row) => [row.promptKind, row.text]);
    expect(prompts).toEqual([
      ['prompt', 'hi'],
      ['queued', 'and faster'],
      ['prompt', 'thanks'],
    ]);
  });

  test('[E1] [L1] unknown types, unknown blocks and unreadable lines have calm rows with their places', () => {
    const rows = rowsOf([
      prompt('a', null, 'hi'),
      '{"type": "torn',
      { type: 'brand-new', what: 1 },
      answer('b', 'a', { type: 'hologram', data: 1 }, text('hello')),
      line('c', 'b', 'linked-new', {}),
    ]);
    expect(kinds(rows)).toEqual([
      ...['session', 'turn', 'prompt', 'unreadable', 'unknown', 'unknown', 'text', 'unknown'],
    ]);
    expect(rows.slice(3).map((row) => row.place?.line)).toEqual([2, 3, 4, 4, 5]);
  });

  test('[U2] commands that no model answers, their output, interruptions and notifications are notices', () => {
    const rows = rowsOf([
      prompt('a', null, 'hi'),
      prompt('b', 'a', '[Request interrupted by user]'),
      prompt('c', 'b', '<command-name>/model</command-name><command-args>opus</command-args>'),
      prompt('d', 'c', '<local-command-stdout>Set model</local-command-stdout>'),
      prompt(
        'e',
        'd',
        '<task-notification><task-id>x</task-id><status>failed</status><summary>A &amp; B</summary></task-notification>',
      ),
    ]);
    expect(rows.slice(3)).toMatchObject([
      { notice: 'interruption', severity: 'warning' },
      { notice: 'command', label: '/model opus' },
      { notice: 'command-output', text: 'Set model' },
      { notice: 'notification', label: 'A & B', severity: 'warning' },
    ]);
  });

  test('API errors with their retries are one row, model and mode changes stand where they happen', () => {
    const failed = (uuid: string, parent: string, attempt: number) =>
      line(uuid, parent, 'system', {
        subtype: 'api_error',
        retryAttempt: attempt,
        maxRetries: 10,
        error: { status: 529 },
      });
    const other = answer('e', 'd', text('yo'));
    const rows = rowsOf([
      { ...prompt('a', null, 'hi'), permissionMode: 'default' },
      failed('x', 'a', 1),
      failed('y', 'x', 2),
      answer('b', 'y', text('hello')),
      { ...prompt('d', 'b', 'again'), permissionMode: 'plan' },
      { ...other, message: { ...(other.message as JsonObject), model: 'claude-test-2' } },
    ]);
    expect(kinds(rows)).toEqual([
      ...['session', 'turn', 'prompt', 'api-error', 'text', 'turn', 'prompt', 'mode', 'model', 'text'],
    ]);
    expect(rows[3]).toMatchObject({ label: expect.stringContaining('retry 2 of 10') });
    expect(rows[8]).toMatchObject({ label: 'model claude-test-1 → claude-test-2' });
  });

  test('a session without entries has a header and nothing else', () => {
    expect(kinds(rowsOf([]))).toEqual(['session']);
  });

  test('a chain of 20,000 turns is opened and read without trouble', () => {
    const lines = Array.from({ length: 40_000 }, (_, i) => {
      const parent = i === 0 ? null : `u${i - 1}`;
      return i % 2 === 0 ? prompt(`u${i}`, parent, 'more') : answer(`u${i}`, parent as string, text('ok'));
    });
    expect(rowsOf(lines)).toHaveLength(1 + 3 * 20_000);
  });
});

const CORPUS = join(import.meta.dirname, '../../../shared/corpus/projects');

describe.skipIf(!existsSync(CORPUS))('on the corpus', () => {
  test('each content block of every branch is in exactly one row', () => {
    const wrong: string[] = [];
    let blocks = 0;
    for (const name of readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.jsonl')) continue;
      const kind = basename(name).startsWith('agent-') ? 'agent' : 'main';
      const thread = buildThread(parseLog(readFileSync(join(CORPUS, name))), kind);
      for (const branch of thread.branches) {
        const source = { sessionId: name, title: undefined, thread, branch, agents: [] };
        const transcript = openTranscript(source);
        const messages = transcript.turns.flatMap((turn) => turn.messages);
        const said = new Set(messages.flatMap((message) => message.blocks.map(({ block }) => block)));
        const copies = new Set(messages.flatMap((message) => message.repeated.map(({ block }) => block)));
        const shown = transcript.turns
          .flatMap((turn) => transcript.turnRows(turn))
          .flatMap((row) => row.blocks)
          .filter((block) => !copies.has(block));
        blocks += said.size;
        if (shown.length !== said.size || !shown.every((block) => said.has(block))) {
          wrong.push(`${name}: ${shown.length} of ${said.size}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(blocks).toBeGreaterThan(10_000);
  });
});
