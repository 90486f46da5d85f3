import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { HOSTILE_TEXTS } from '../../../test/browser/hostile-texts.ts';
import { growthOf } from '../../base/growth.fixture.ts';
import { escapeText, fenced, quoted, safeMarkdown } from './safe-markdown.ts';

const marked = new Marked({ gfm: true, async: false });
const OURS =
  /<\/?(?:p|br|ul|ol|li|h\d|a|code|pre|em|strong|del|hr|blockquote|table|thead|tbody|tr|th|td)\b[^<>]*>/g;

test('rendered, no hostile text brings an element of its own, wherever its fences open and close', () => {
  const frames = [
    '',
    '- ```\n  ```\n',
    '> ```\n',
    '```\n',
    '1. ~~~\n   ~~~\n',
    '    ```\n',
    '`` ` ',
    'a `\nb ',
  ];
  for (const evil of HOSTILE_TEXTS) {
    for (const frame of frames) {
      const html = marked.parse(safeMarkdown(`${frame}${evil}\n\n${evil}`)) as string;
      expect(html.replaceAll(OURS, '')).not.toMatch(/<(?!\/?code>)/);
      expect(html).not.toMatch(/<img|\son\w+=(?=[^<>]*>)(?<=<[^<>]*)/i);
    }
    expect((marked.parse(quoted(evil)) as string).replaceAll(OURS, '')).not.toContain('<');
    expect((marked.parse(`# ${escapeText(evil)}`) as string).replaceAll(OURS, '')).not.toContain('<');
  }
});

test('Markdown stays Markdown: code is code, headings go below those of the document', () => {
  const html = marked.parse(safeMarkdown('# A\n\n```ts\nif (a < b) {}\n```\n\n**b** `c`')) as string;
  expect(html).toContain('<h3>A</h3>');
  expect(html).toContain('if (a &lt; b) {}');
  expect(html).toContain('<strong>b</strong> <code>c</code>');
});

test('a fence cannot be closed by what stands in it', () => {
  expect(fenced('a\n````\nb')).toBe('`````\na\n````\nb\n`````');
});

test('code is told by runs of as many backticks, and a line full of runs takes no square of time', () => {
  expect(safeMarkdown('`` a ` <b> `` <i> `<u>` ` <s>')).toBe(
    '<code>a &#96; &lt;b&gt;</code> &lt;i> <code>&lt;u&gt;</code> ` &lt;s>',
  );
  const runs = (size: number) => {
    let line = '';
    for (let i = 1; line.length < size; i++) line += `${'`'.repeat(i)} `;
    return line;
  };
  expect(growthOf(60_000, (size) => safeMarkdown(runs(size)))).toBeLessThan(2.5);
});

test('no link leads to a script, however its address is written', () => {
  const links = [
    '[x](javascript:pwned())',
    '[x](\njavascript:pwned())',
    '> [x]( \n> javascript:pwned())',
    '[x](&#106;avascript:pwned())',
    '[x](&#x6A;avascript:pwned())',
    '[x](javascript\\:pwned())',
    '[x](java&Tab;script:pwned())',
    '[x](&NewLine;javascript&colon;pwned())',
    '[x](a](javascript:pwned())',
    '[x]: javascript:pwned()\n\n[x]',
    '- [x]:\n  javascript:pwned()\n\n[x]',
    '[x\ny]:\njavascript:pwned()\n\n[x y]',
    '[x]: &#106;avascript:pwned()\n\n[x]',
  ];
  for (const link of links)
    expect([link, marked.parse(safeMarkdown(link))]).toEqual([
      link,
      expect.not.stringMatching(/href="(?!unsafe:)[^"]*script/),
    ]);
  const harmless = '[a](https://a.b/c?d=1&e) [b](docs/a\\_b.md) [c](#d) [e](mailto:a@b.c) map[0]: 1';
  expect(safeMarkdown(harmless)).toBe(harmless);
});
