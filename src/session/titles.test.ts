import { expect, test } from 'vitest';
import { parseLog } from '../log/read-log.ts';
import { entriesOf } from './entries-of.fixture.ts';
import { promptTitle, sessionTitle } from './titles.ts';

const prompt = (text: string, uuid = 'u1') => ({ type: 'user', uuid, message: { content: text } });
const summary = (text: string, leafUuid: string) => ({ type: 'summary', summary: text, leafUuid });
const custom = (customTitle: string) => ({ type: 'custom-title', customTitle });
const ai = (aiTitle: string) => ({ type: 'ai-title', aiTitle });

function titleOf(...values: object[]): string[] {
  const { title, source } = sessionTitle(entriesOf(...values));
  return [title, source];
}

test('a title given by hand goes before ai-title, summary and prompt', () => {
  const all = [prompt('first'), summary('sum', 'u1'), ai('ai'), custom('mine')];
  expect(titleOf(...all)).toEqual(['mine', 'custom-title']);
  expect(titleOf(...all.slice(0, 3))).toEqual(['ai', 'ai-title']);
  expect(titleOf(...all.slice(0, 2))).toEqual(['sum', 'summary']);
  expect(titleOf(...all.slice(0, 1))).toEqual(['first', 'prompt']);
  expect(titleOf()).toEqual(['', 'none']);
});

test('the last title of a kind counts, an empty one does not', () => {
  expect(titleOf(custom('a'), custom('b'), custom('  '))).toEqual(['b', 'custom-title']);
});

test('[L1] what stands on a joined line gives no title, because clients lose it or read its first half alone', () => {
  const texts = [prompt('first'), custom('mine'), ai('ai')].map((value) => JSON.stringify(value));
  const log = new TextEncoder().encode(`${texts[0]}\n${texts[1]}${texts[2]}\n`);
  const { title, source } = sessionTitle(parseLog(log));
  expect([title, source]).toEqual(['first', 'prompt']);
});

test('[G9] a summary at the head that points elsewhere is that of another session', () => {
  expect(titleOf(summary('other', 'x'), prompt('first'))).toEqual(['first', 'prompt']);
  expect(titleOf(summary('own', 'u1'), summary('other', 'x'), prompt('first'))).toEqual(['own', 'summary']);
  expect(titleOf(prompt('first'), summary('last', 'x'))).toEqual(['last', 'summary']);
  expect(titleOf(summary('all there is', 'x'))).toEqual(['all there is', 'summary']);
});

test('[U2] only what a person typed is the first prompt', () => {
  const meta = { ...prompt('Caveat', 'u0'), isMeta: true };
  const result = {
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] },
  };
  expect(
    titleOf(meta, result, prompt('<local-command-stdout>x</local-command-stdout>'), prompt('go')),
  ).toEqual(['go', 'prompt']);
});

test('a command names a session that has no prompt, `/clear` does not', () => {
  const command = (name: string, args = '') =>
    prompt(
      `<command-name>${name}</command-name>\n<command-message>x</command-message>\n<command-args>${args}</command-args>`,
    );
  expect(titleOf(command('/clear'), command('/review', '12'))).toEqual(['/review 12', 'command']);
  expect(titleOf(command('/review'), prompt('go'))).toEqual(['go', 'prompt']);
});

test('a prompt is cut to its first line and cleaned of wrappers and control characters', () => {
  expect(promptTitle('<ide_opened_file>x\ny</ide_opened_file>\n\n  do \u001b[1mthis\nand that')).toBe(
    'do this',
  );
  expect(promptTitle('<command-message>init</command-message>')).toBe('/init');
  expect([...promptTitle('x'.repeat(5000))]).toHaveLength(200);
});
