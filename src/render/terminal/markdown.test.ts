import { describe, expect, test } from 'vitest';
import { loadHighlight } from './highlight.ts';
import { markdownLines } from './markdown.ts';
import { makePalette } from './palette.ts';

const plain = { palette: makePalette(false), highlight: undefined, breakCode: true };

function markdown(text: string, width = 40): string {
  return markdownLines(text, width, plain).join('\n');
}

describe('markdownLines', () => {
  test('headings keep their marks, emphasis loses them, code and links stay whole', () => {
    expect(markdown('## Title\n\nA **bold** `code` and [a page](https://e.example/x).', 60)).toBe(
      '## Title\n\nA bold `code` and a page (https://e.example/x).',
    );
  });

  test('lists nest, count on from their first number, and show boxes', () => {
    expect(markdown('3. three\n4. four\n   - inner\n\n- [x] done\n- [ ] open')).toBe(
      '3. three\n4. four\n   • inner\n\n☑ done\n☐ open',
    );
  });

  test('a table that is too wide gives way in its widest column', () => {
    expect(markdown('| a | b |\n|---|---|\n| one | the quick brown fox jumps over |', 24)).toBe(
      ['a   │ b', '────┼───────────────────', 'one │ the quick brown', '    │ fox jumps over'].join('\n'),
    );
  });

  test('a table without room for its columns becomes a list', () => {
    expect(markdown('| aa | bb | cc |\n|---|---|---|\n| first | second | third |', 14)).toBe(
      'aa: first\nbb: second\ncc: third',
    );
  });

  test('code is indented and broken on a terminal, but whole in a pipe', () => {
    const text = `\`\`\`\n${'x'.repeat(30)}\n\`\`\``;
    expect(markdown(text, 24)).toBe(`    ${'x'.repeat(20)}\n    ${'x'.repeat(10)}`);
    expect(markdownLines(text, 24, { ...plain, breakCode: false })).toEqual([`    ${'x'.repeat(30)}`]);
  });

  test('quotes have a bar', () => {
    expect(markdown('> said\n> so')).toBe('▎ said\n▎ so');
  });

  test('ten thousand nested quotes and lists are shown, not a failure', () => {
    expect(markdown(`${'>'.repeat(10_000)} x`)).toContain('>');
    expect(markdown(`${'- '.repeat(2000)}x`, 20)).toContain('x');
  });
});

test('highlighting colours code and changes no character of it', async () => {
  const highlight = await loadHighlight(makePalette(true));
  const code = 'const a: string = "<&>"; // note\nif (a) f(1)';
  const coloured = highlight(code, 'ts');
  expect(coloured).toContain('\u001b[');
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(code);
  expect(highlight(code, 'no-such-language')).toBe(code);
});
