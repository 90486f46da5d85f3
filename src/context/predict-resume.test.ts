import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isToolResult, isToolUse } from '../log/block.ts';
import { parseLog } from '../log/read-log.ts';
import { MEASURED_CLIENTS } from './client-behaviour.ts';
import { damagedSessions } from './damaged-sessions.fixture.ts';
import { eraSessions } from './era-sessions.fixture.ts';
import { predictResume, type ResumePrediction } from './predict-resume.ts';
import { baseSession, inShort, predict, prompt, sessionLines, uuid } from './small-session.fixture.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus/projects');

test('[resume R1] nothing to resume is refused in the words of the client', () => {
  expect(predictResume([])).toMatchObject({
    refused: 'No conversation found',
    messages: [],
    loads: 0,
    of: 0,
  });
});

test('[R12] a line that is null ends what two clients read, and one fails on it', () => {
  const lines = sessionLines([...baseSession().slice(0, 4), 'null', ...baseSession().slice(4)]);
  const loads = (client: string) => predictResume(lines, { client, compare: false }).entries.length;
  const whole = predictResume(lines);
  expect(whole).toMatchObject({ refused: undefined, loads: 12 });
  expect(['2.1.50', '2.1.100', '2.1.233'].map(loads)).toEqual([4, 4, 17]);
  expect(predictResume(lines, { client: '2.1.200' })).toMatchObject({
    refused: 'Failed to resume session',
    messages: [],
  });
  expect(whole.notes.join(' ')).toContain('Client 2.1.200 would fail to resume this session.');
  expect(predictResume(sessionLines(['null', ...baseSession()]), { client: '2.1.50' }).refused).toBe(
    'No conversation found',
  );
});

test('[R12] clients before the newest fail on a prompt or answer without a message, to 2.1.50 only on the path', () => {
  const refused = (name: string) =>
    ['1.0.60', '2.1.50', '2.1.100', '2.1.233', '2.1.326'].map((client) => {
      const lines = parseLog(new TextEncoder().encode(eraSessions().get(name)));
      return predictResume(lines, { client, compare: false }).refused;
    });
  const words = 'Failed to resume session';
  expect(refused('without-message')).toEqual([words, words, words, words, undefined]);
  expect(refused('without-message-beside')).toEqual([undefined, undefined, words, words, undefined]);
});

test('the whole of a session, message by message', () => {
  expect(inShort(predictResume(sessionLines(baseSession())).messages)).toEqual([
    'user: "First question"',
    'assistant: thinking, "First answer"',
    'user: "Second question"',
    'assistant: "I will look", call b',
    'user: result b',
    'assistant: call c, call d, call e',
    'user: result c, result d, result e',
    'assistant: "Second answer"',
    'user: "Third question"',
    'assistant: thinking, "Third answer"',
  ]);
});

test('[resume R5] of very many missing parents only the first lines are named', () => {
  const notes = (count: number) =>
    predict(Array.from({ length: count }, (_, i) => prompt(i + 1, i === 0 ? null : 9000 + i, `Word ${i}`)))
      .notes;
  expect(notes(2)[0]).toBe('A missing parent is passed over by time at line 2.');
  expect(notes(500)[0]).toMatch(
    /^A missing parent is passed over by time at lines \d+, \d+, \d+ and 496 more\.$/,
  );
});

test('each block tells which entry it came from', () => {
  const { messages } = predictResume(sessionLines(baseSession()));
  const lines = messages[6]?.sources.map((source) => source.entries.map((entry) => entry.place.line));
  expect(lines).toEqual([[11], [12], [13]]);
});

test('another leaf can be asked for', () => {
  const prediction = predictResume(sessionLines(baseSession()), { leaf: uuid(3) });
  expect(prediction.messages.length).toBe(2);
  expect(prediction.leaf?.place.line).toBe(3);
});

/** What must hold of any request, however damaged the session: the API refuses it otherwise. */
function faults({ messages }: ResumePrediction): string[] {
  const found: string[] = [];
  let open: string[] = [];
  for (const [index, { role, content, sources }] of messages.entries()) {
    if (content.length === 0) found.push(`message ${index} is empty`);
    if (sources.length !== content.length) found.push(`message ${index} has blocks without source`);
    if (role === 'system') continue;
    const results = content.filter(isToolResult).map((block) => block.tool_use_id);
    if (results.some((id) => !open.includes(id)))
      found.push(`message ${index} has a result without its call`);
    if (open.some((id) => !results.includes(id))) found.push(`message ${index} leaves a call unanswered`);
    open = content.filter(isToolUse).map((block) => block.id);
  }
  return found;
}

test('no damage makes the newest client send a request that the API refuses', () => {
  for (const [name, text] of damagedSessions()) {
    const prediction = predictResume(parseLog(new TextEncoder().encode(text)));
    expect({ name, faults: faults(prediction) }).toEqual({ name, faults: [] });
  }
});

test.skipIf(!existsSync(corpus))(
  'every file of the corpus is predicted for every client, without a fault in the newest',
  () => {
    const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.jsonl'),
    );
    let sent = 0;
    for (const file of files) {
      const lines = parseLog(readFileSync(join(corpus, file)));
      for (const client of MEASURED_CLIENTS) {
        const prediction = predictResume(lines, { client, compare: client === MEASURED_CLIENTS[0] });
        expect(prediction.loads).toBeLessThanOrEqual(prediction.of);
        if (client === MEASURED_CLIENTS.at(-1))
          expect({ file, faults: faults(prediction) }).toEqual({ file, faults: [] });
        sent += prediction.messages.length;
      }
    }
    expect(sent).toBeGreaterThan(1000);
  },
);
