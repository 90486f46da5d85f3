import { expect, test } from 'vitest';
import { parseMarkdown } from './markdown.ts';

const MOST = 190_000;
const fill = (unit: string) => unit.repeat(MOST / unit.length);

// Without a limit each of them takes minutes, in which the page stands still.
test.each(['*', '_', '_a*', '__a__', '!', '[*a]('])('words made of %j are shown as they are', (unit) => {
  expect(parseMarkdown(fill(unit))).toMatch(/^<pre tabindex="0">/);
});

test('other texts keep their marks: long words, long tables and code with underscores', () => {
  const row = `| **a** | _b_ | ${'word '.repeat(20)}|\n`;
  const table = parseMarkdown(`|a|b|c|\n|-|-|-|\n${row.repeat(400)}`);
  expect(table.match(/<strong>a<\/strong>/g)).toHaveLength(400);
  expect(table.match(/<em>b<\/em>/g)).toHaveLength(400);
  const code = `{ "some_long_key": "a_value" },\n`.repeat(2000);
  expect(parseMarkdown(`**a**\n\n\`\`\`json\n${code}\`\`\`\n\n${'x_y'.repeat(2000)} *b*`)).toMatch(
    /^<p><strong>a<\/strong>[\s\S]*<em>b<\/em><\/p>\n$/,
  );
});
