// Compares the survey with an independent count in Python, field by field, on every file of the corpus.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseLog } from '../../src/log/read-log.ts';
import { FieldTable } from '../../src/survey/field-table.ts';
import { findDrift } from '../../src/survey/find-drift.ts';
import { type SessionSurvey, Surveyor } from '../../src/survey/surveyor.ts';
import { corpusFiles, hasCorpus } from './corpus.ts';

const script = fileURLToPath(new URL('../independent/survey_count.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

if (!hasPython)
  console.log('There is no python3 on this machine: the comparison with the independent count is skipped.');

function countIndependently(files: readonly string[]): Record<string, unknown>[] {
  const { stdout, stderr, status } = spawnSync('python3', [script, ...files], {
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout).sessions;
}

function survey(file: string, fields = new FieldTable()): SessionSurvey {
  const surveyor = new Surveyor(file, fields);
  for (const line of parseLog(readFileSync(file))) surveyor.add(line);
  return surveyor.finish();
}

/** The fields that differ, as "field: ours / theirs". */
function differences(ours: SessionSurvey, theirs: Record<string, unknown>): string[] {
  const found: string[] = [];
  for (const [field, value] of Object.entries(theirs)) {
    try {
      expect((ours as unknown as Record<string, unknown>)[field]).toEqual(value);
    } catch {
      const mine = JSON.stringify((ours as unknown as Record<string, unknown>)[field]);
      found.push(`${ours.file} ${field}: ${mine} / ${JSON.stringify(value)}`);
    }
  }
  return found;
}

/** Every field that DESIGN.md names: a count that lacks one would compare nothing. */
const FIELDS = [
  ...['file', 'sessionId', 'bytes', 'lines', 'unreadable', 'entryTypes', 'systemSubtypes', 'attachmentTypes'],
  ...[
    'contentBlocks',
    'stopReasons',
    'models',
    'versions',
    'tools',
    'turns',
    'toolCalls',
    'chain',
    'messages',
  ],
  ...['sessionIds', 'compactions', 'sidechainEntries', 'unknownTypes'],
];

describe.skipIf(!hasPython)('the survey and an independent count (needs python3)', () => {
  test.skipIf(!hasCorpus)('agree on every field of every file of the corpus', () => {
    const files = corpusFiles();
    const counted = countIndependently(files);
    expect(counted.map((count) => Object.keys(count))).toEqual(files.map(() => FIELDS));
    expect(files.flatMap((file, i) => differences(survey(file), counted[i] ?? {}))).toEqual([]);
  });

  test('agree on damaged, odd and hostile lines', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clew-survey-'));
    try {
      const file = join(folder, 'odd.jsonl');
      writeFileSync(file, ODD_LINES);
      const [counted] = countIndependently([file]);
      const ours = survey(file);
      expect(differences(ours, counted ?? {})).toEqual([]);
      expect(ours.lines).toBe(ours.entries + ours.unreadable + ours.blank);
      expect(ours.chain.forks).toBe(3);
      expect(ours.unreadable).toBe(8);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test.skipIf(!hasCorpus)('[E1] nothing in the corpus is new to the format as clew knows it', () => {
  const fields = new FieldTable();
  for (const file of corpusFiles()) survey(file, fields);
  expect(findDrift(fields.toShapes())).toEqual([]);
});

const user = (uuid: unknown, parentUuid: unknown, content: unknown, more: object = {}): string =>
  JSON.stringify({ type: 'user', uuid, parentUuid, message: { role: 'user', content }, ...more });
const assistant = (uuid: string, parentUuid: unknown, message: object): string =>
  JSON.stringify({ type: 'assistant', uuid, parentUuid, message: { role: 'assistant', ...message } });
const text = (words: unknown) => ({ type: 'text', text: words });

const ODD_LINES: Buffer = Buffer.concat([
  Buffer.from('\ufeff'),
  Buffer.from(
    [
      user('a', null, 'first prompt', { sessionId: 's1', version: '1.0.0', timestamp: 't1' }),
      // a fork: a prompt and an answer; then the same prompt logged again, which makes none
      assistant('b', 'a', {
        id: 'm1',
        model: 'x',
        content: [text('hi'), { type: 'tool_use', id: 't', name: 'Bash' }],
      }),
      user('c', 'a', [text('second')], { timestamp: 't2' }),
      user('d', 'b', 'again', { timestamp: 't3' }),
      user('e', 'b', 'again', { timestamp: 't3' }),
      user('f', 'c', 'again'),
      user('g', 'c', 'again'),
      user('h', 'd', 'one', { timestamp: 't4' }),
      user('i', 'd', 'two', { timestamp: 't4' }),
      user('h', 'd', 'three'),
      // siblings that make no fork: below a parent that is not there, results, meta, commands, images of one moment
      user('j', 'nowhere', 'x'),
      user('k', 'nowhere', 'y'),
      user('l', 'e', [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }]),
      user('m', 'e', 'prompt'),
      user('n', 'e', '<command-name>/clear</command-name>'),
      user('o', 'e', 'meta', { isMeta: true }),
      user('p', 'p', [text('  '), { type: 'image' }], { isSidechain: true }),
      user('q', 7, [text('root by its parent'), null, 'word', 3]),
      user(5, 'a', [{ text: 'no type' }, text(7)]),
      user('', 'a', []),
      user('r', '', [text('')]),
      user('s', 'r', '<system-reminder>a</system-reminder> <system-reminder>b</system-reminder>'),
      user('t', 's', '<system-reminder>a</system-reminder> and words'),
      user('u', 't', [text('\u0085'), text('\u00a0')]),
      user('v', 'u', 'Warmup', { isSidechain: true }),
      user('w', null, 'agent', { isSidechain: true }),
      assistant('x', 'w', { id: 'm1', stop_reason: 'end_turn', content: 'a string' }),
      assistant('y', 'x', {
        id: 7,
        stop_reason: 7,
        model: null,
        content: [{ type: 'tool_use', id: 't' }, { type: 5 }],
      }),
      assistant('z', 'y', {
        content: [{ type: 'tool_use', id: 'orphan', name: 'Read' }, { type: 'tool_use' }],
      }),
      user('z2', 'z', [
        { type: 'tool_result', tool_use_id: 'lost' },
        { type: 'tool_result' },
        text('beside'),
      ]),
      '{"type":"assistant","message":{"role":"user","content":[{"type":"text","text":"role counts"}]}}',
      '{"type":"user","message":null}',
      '{"type":"assistant"}',
      '{"type":"system","subtype":"compact_boundary","uuid":"A0000000-0000-4000-8000-000000000000","parentUuid":null}',
      '{"type":"system","uuid":"a0000000-0000-4000-8000-000000000000","parentUuid":"A0000000-0000-4000-8000-000000000000"}',
      '{"type":"attachment","attachment":{}}',
      '{"type":"attachment"}',
      '{"type":"brand-new","sessionId":"s2"}',
      '{"type":9}',
      '{}',
      '{"__proto__":{"type":"user"},"type":"__proto__"}',
      '{"type":"last","type":"user"}',
      '{"type":"user","uuid":"lone \\ud800 surrogate","parentUuid":null}',
      ' \t\r',
      '',
      'null',
      '[]',
      '"text"',
      'NaN',
      '{"type":"user"}{"type":"user"}',
      '{"type":"us',
      '\u0000\u0000',
      '\ufeff{"type":"user"}',
      `{"type":"user","uuid":"crlf","parentUuid":"a"}\r`,
    ].join('\n'),
  ),
  Buffer.from('\n{"type":"user","note":"'),
  Buffer.from([0xff, 0xc3]),
  Buffer.from('"}'),
]);
