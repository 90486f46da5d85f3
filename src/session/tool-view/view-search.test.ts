import { describe, expect, test } from 'vitest';
import { told, viewOf } from './call-of.fixture.ts';

describe('search and web', () => {
  test('Grep tells matches, files, and lines where matches cannot be told from the lines around them', () => {
    const content = {
      result: { mode: 'content', numFiles: 0, filenames: [], content: 'a\nb', numLines: 12 },
    };
    const grep = { pattern: 'x', path: '/p/src', output_mode: 'content' };
    expect(told('Grep', grep, content, { cwd: '/p' })).toEqual(['Grep x in src', '12 matches']);
    expect(told('Grep', { ...grep, '-C': 3 }, content)[1]).toBe('12 lines');
    const files = { result: { filenames: ['a', 'b', 'c'], numFiles: 3 } };
    expect(told('Grep', { pattern: 'x', glob: '*.ts' }, files)).toEqual(['Grep x in *.ts', '3 files']);
    const count = { result: { mode: 'count', numMatches: 1, content: 'a:1' } };
    expect(told('Grep', { pattern: 'x', output_mode: 'count' }, count)[1]).toBe('1 match');
  });

  test('Grep and Glob read their files from the text where there is nothing else', () => {
    expect(viewOf('Grep', { pattern: 'x' }, { text: 'Found 2 files\na\nb' })).toMatchObject({
      files: ['a', 'b'],
    });
    expect(viewOf('Glob', { pattern: '*' }, { text: 'No files found' })).toMatchObject({
      files: [],
      fileCount: 0,
    });
    const cut = { result: { filenames: ['a'], numFiles: 100, truncated: true } };
    expect(told('Glob', { pattern: '*' }, cut)[1]).toBe('100 files, cut off');
  });

  test('WebSearch collects the links, also from the text', () => {
    const links = [{ title: 'T', url: 'https://a.example' }];
    const result = { query: 'q', results: [{ tool_use_id: 's', content: links }, 'a remark'] };
    expect(viewOf('WebSearch', { query: 'q' }, { result })).toMatchObject({ links });
    expect(viewOf('WebSearch', { query: 'q' }, { text: `Links: ${JSON.stringify(links)}\n` })).toMatchObject({
      links,
    });
    expect(told('WebFetch', { url: 'https://a.example' }, { result: { code: 404 } })[1]).toBe('404');
  });
});
