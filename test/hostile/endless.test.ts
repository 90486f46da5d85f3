// A few lines that would keep clew busy for ever, or fill its memory: each is answered, or refused, in a moment.
import { expect, test } from 'vitest';
import { diffHunks, diffVersions } from '../../src/files/diff-versions.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000002';
const { plant, run } = hostileHome();

function edited(n: number, input: object, toolUseResult: object): object[] {
  const id = `toolu_${n}`;
  const use = { type: 'tool_use', id, name: 'MultiEdit', input: { file_path: '/home/dev/a.txt', ...input } };
  const result = { type: 'tool_result', tool_use_id: id, content: 'ok' };
  return [
    answer(`msg_${n}`, [use], { stop_reason: 'tool_use' }),
    { type: 'user', message: { role: 'user', content: [result] }, toolUseResult },
  ];
}

const DOUBLE = { old_string: 'a', new_string: 'aa', replace_all: true };
plant(
  '-work',
  `${ID}.jsonl`,
  chain(ID, [
    prompt(`xx ${'a'.repeat(60)}!`),
    ...edited(1, { edits: [DOUBLE] }, { filePath: '/home/dev/a.txt', originalFile: 'a' }),
    // Forty times twice as long: a thousand gigabytes.
    ...edited(2, { edits: Array.from({ length: 40 }, () => DOUBLE) }, { filePath: '/home/dev/a.txt' }),
    ...edited(3, { edits: [DOUBLE] }, { filePath: '/home/dev/a.txt', originalFile: 'ba' }),
  ]),
);

test('edits that double a text again and again leave a version whose content is not known', async () => {
  const { code, out } = await run('files', ID, '--file', '/home/dev/a.txt', '--json');
  expect(code).toBe(0);
  const { versions } = JSON.parse(out) as { versions: { source: string; bytes?: number }[] };
  expect(versions.map(({ source, bytes }) => [source, bytes])).toEqual([
    ['found', 1],
    ['written', 2],
    ['written', undefined],
    ['found', 2],
    ['written', 3],
  ]);
});

test('a pattern whose first hit comes at once, and whose second never, is stopped', async () => {
  const { code, err } = await run('search', '--regex', 'xx|(a+)+$');
  expect([code, err]).toEqual([2, expect.stringContaining('The pattern was stopped')]);
});

test('versions that share no line are compared in a moment: everything has changed', () => {
  const text = (letter: string, end: string) =>
    Array.from({ length: 50_000 }, (_, i) => `${letter}${i}`).join('\n') + end;
  const [hunk, ...more] = diffHunks(text('a', '\n'), text('b', ''));
  expect(more).toEqual([]);
  expect([hunk?.oldLines, hunk?.newLines, hunk?.lines.length]).toEqual([50_000, 50_000, 100_001]);
  expect(hunk?.lines.at(-1)).toBe('\\ No newline at end of file');
  const made = diffVersions('x', { label: '', content: null }, { label: '', content: text('b', '\n') });
  expect(made.split('\n').slice(0, 4)).toEqual(['--- /dev/null', '+++ b/x', '@@ -0,0 +1,50000 @@', '+b0']);
});
