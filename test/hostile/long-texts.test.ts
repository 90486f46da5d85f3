// Texts of megabytes that are made to keep a pattern busy: reading one twice as long takes twice as long, not four times.
import { expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from '../../src/base/growth.fixture.ts';
import { stripControls, stripToLine } from '../../src/base/strip-controls.ts';
import { splitSegments } from '../../src/compress/split-segments.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { safeMarkdown } from '../../src/render/markdown/safe-markdown.ts';
import { makePalette } from '../../src/render/terminal/palette.ts';
import { makeRowWriter } from '../../src/render/terminal/row-writer.ts';
import { safeOutput } from '../../src/render/terminal/safe-text.ts';
import { transcriptRows } from '../../src/render/transcript-rows.fixture.ts';
import { findSecrets } from '../../src/secrets/find-secrets.ts';
import { buildThread } from '../../src/session/session.ts';
import { canonicalModel } from '../../src/stats/prices.ts';

/** The texts, by what is repeated in them and how they end. */
const TEXTS: readonly (readonly [string, string])[] = [
  [' ', 'x'],
  ['a', ''],
  ['\r', 'x'],
  ['[', ''],
  [':', ''],
  ['`', 'x'],
  ['<system-reminder>', ''],
  ['<command-name>', ''],
  ['a:', ''],
  ['-----BEGIN PRIVATE KEY-----', ''],
  ['password=', ''],
  ['![', ''],
  ['\u001b[', ''],
  ['😀', ''],
  ['漢', ''],
];

const SIZE = 3000;

test.each(TEXTS)('no reader spends the square of the length on %j', (unit, end) => {
  const make = (size: number) => `\r${unit.repeat(Math.ceil(size / unit.length))}${end}`;
  const readers: Readonly<Record<string, (text: string) => unknown>> = {
    stripControls,
    stripToLine,
    splitSegments,
    safeMarkdown,
    findSecrets,
    canonicalModel,
    safeOutput: (text) => safeOutput(text, true),
    transcript: show,
  };
  for (const [name, read] of Object.entries(readers))
    expect([name, growthOf(SIZE, (size) => read(make(size)))]).toEqual([
      name,
      expect.toSatisfy((growth) => growth < NOT_QUADRATIC),
    ]);
});

/** A session that has the text wherever one may stand, as `clew show --full` prints it. */
function show(text: string): string {
  const ids = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  const entry = (n: number, fields: object) =>
    JSON.stringify({ uuid: ids[n], parentUuid: ids[n - 1] ?? null, sessionId: 's', ...fields });
  const question = { question: text, header: text, options: [{ label: text, description: text }] };
  const call = { type: 'tool_use', id: 't', name: 'AskUserQuestion', input: { questions: [question] } };
  const bash = { type: 'tool_use', id: 'u', name: 'Bash', input: { command: text } };
  const blocks = [{ type: 'text', text }, { type: 'thinking', thinking: text }, call, bash];
  const results = ['t', 'u'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: text }));
  const lines = [
    entry(0, { type: 'user', message: { role: 'user', content: text } }),
    entry(1, { type: 'system', content: text }),
    entry(2, { type: 'assistant', message: { id: 'm', role: 'assistant', model: text, content: blocks } }),
    entry(3, { type: 'user', message: { role: 'user', content: [...results, { type: 'text', text }] } }),
  ];
  const thread = buildThread(parseLog(Buffer.from(`${lines.join('\n')}\n`)));
  const writer = makeRowWriter({
    palette: makePalette(false),
    columns: 80,
    terminal: false,
    full: true,
    thinking: true,
    command: 'clew show',
  });
  const rows = transcriptRows({ sessionId: 's', title: undefined, thread, agents: [] });
  return rows.map((row) => writer.write(row)).join('');
}
