import { expect, test } from 'vitest';
import { escapeHtml } from './escape-html.ts';

test('a text can leave neither an element nor an attribute', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
  expect(escapeHtml('plain text')).toBe('plain text');
});
