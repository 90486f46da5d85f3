import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUtf8, joinBytes } from '../base/bytes.ts';
import { sameBytes } from '../base/same-bytes.fixture.ts';
import type { Line } from './line.ts';
import { parseLine } from './parse-line.ts';
import { collectLog, parseLog, readLog } from './read-log.ts';
import { slimLine } from './slim-line.ts';
import { LineSplitter } from './split-lines.ts';
import { changedEntryBytes, entryText, lineBytes } from './write-line.ts';

const bytes = (text: string) => encodeUtf8(text);
const back = (lines: readonly Line[]) =>
  joinBytes([new Uint8Array(0), ...lines.flatMap((line) => [...lineBytes(line)])]);
const kinds = (text: string) =>
  parseLog(bytes(text)).map((line) => (line.kind === 'unreadable' ? line.reason : line.kind));

test('[L1] lines have their number, byte offset and length; a last line may lack its newline', () => {
  const lines = parseLog(bytes('{"a":"é"}\n\n{"b":1}'));
  expect(lines.map((line) => line.place)).toEqual([
    { line: 1, offset: 0, length: 10 },
    { line: 2, offset: 11, length: 0 },
    { line: 3, offset: 12, length: 7 },
  ]);
  expect(lines.map((line) => [line.kind, line.terminated])).toEqual([
    ['entry', true],
    ['blank', true],
    ['entry', false],
  ]);
});

test('[L1] an empty file has no lines, a lone newline has one blank one', () => {
  expect(parseLog(bytes(''))).toEqual([]);
  expect(kinds('\n')).toEqual(['blank']);
  expect(kinds(' \t\r\n')).toEqual(['blank']);
});

test('[L1] what is not a JSON object is unreadable, with its reason', () => {
  expect(kinds('{"a":1\n[1]\n"x"\n7\nnull\ngarbage\n\0\0\0\n')).toEqual([
    'not-json',
    'not-an-object',
    'not-an-object',
    'not-an-object',
    'not-an-object',
    'not-json',
    'not-json',
  ]);
});

test('[L1] a line that nests hundreds of levels deep is unreadable, and its bytes are kept', () => {
  const nested = (levels: number) => bytes(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}\n`);
  const deep = parseLog(nested(200_000));
  expect(deep).toMatchObject([{ kind: 'unreadable', reason: 'too-deep' }]);
  expect(sameBytes(back(deep), nested(200_000))).toBe(true);
  expect([501, 500].map((levels) => parseLog(nested(levels))[0]?.kind)).toEqual(['unreadable', 'entry']);
  expect(kinds(`{"a":1}{"a":${'['.repeat(600)}${']'.repeat(600)}}\n`)).toEqual(['joined']);
});

test('[L1] a byte order mark counts as nothing at the start of the file only', () => {
  const [first, second] = parseLog(bytes('\uFEFF{"a":1}\n\uFEFF{"a":2}\n'));
  expect(first).toMatchObject({ kind: 'entry', value: { a: 1 } });
  expect(second?.kind).toBe('unreadable');
});

test('[L1] CRLF, lone surrogate escapes and bytes that are not UTF-8 can be read', () => {
  expect(kinds('{"a":1}\r\n{"a":"\\ud800"}\n')).toEqual(['entry', 'entry']);
  const broken = joinBytes([bytes('{"a":"'), new Uint8Array([0xff, 0xfe]), bytes('"}\n')]);
  const lines = parseLog(broken);
  expect(lines[0]).toMatchObject({ kind: 'entry', value: { a: '\uFFFD\uFFFD' } });
  expect(sameBytes(back(lines), broken)).toBe(true);
});

test('[L1] both halves of a joined line are won back', () => {
  const [joined] = parseLog(bytes('{"uuid":"a","x":"}{"}{"uuid":"b"}\n'));
  expect(joined).toMatchObject({
    kind: 'unreadable',
    reason: 'joined',
    parts: [{ value: { uuid: 'a' } }, { value: { uuid: 'b' }, text: '{"uuid":"b"}' }],
  });
});

test('[L1] a whole entry glued to a torn half is won back, a block of the torn half is not taken for one', () => {
  const [glued] = parseLog(
    bytes('{"type":"user","message":{"content":"half a wo{"type":"system","uuid":"b"}\n'),
  );
  expect(glued).toMatchObject({ reason: 'joined', parts: [{ value: { uuid: 'b' } }] });
  const [torn] = parseLog(
    bytes('{"type":"user","uuid":"u","message":{"content":[{"type":"text","text":"x"}'),
  );
  expect(torn).toMatchObject({ reason: 'not-json', parts: [] });
});

test('[L2] a line longer than the limit keeps its place and is passed over, and reading goes on', () => {
  const splitter = new LineSplitter({ maxLineBytes: 100 });
  const chunk = bytes(`${'x'.repeat(60)}`);
  const raw = [...splitter.push(chunk), ...splitter.push(chunk), ...splitter.push(bytes('y\n{"a":1}\n'))];
  const lines = raw.map(parseLine);
  expect(lines[0]).toMatchObject({
    kind: 'unreadable',
    reason: 'too-long',
    place: { offset: 0, length: 121 },
  });
  expect(lines[1]).toMatchObject({ kind: 'entry', value: { a: 1 }, place: { line: 2, offset: 122 } });
});

test('[L1] reading can go on where it ended, with numbers and offsets of the whole file', async () => {
  const whole = bytes('{"a":1}\n{"b":2}\n');
  const lines: Line[] = [];
  for await (const line of readLog([whole.subarray(8)], { after: { lines: 1, bytes: 8 } })) lines.push(line);
  expect(lines).toEqual(parseLog(whole).slice(1));
});

test('[L3] whatever the bytes and however they are chunked, reading and writing back gives the same bytes', async () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.constantFrom('{"a":1}', '\n', '\r\n', '}{', '{"uuid":"x"}', '\uFEFF', '\0', '[', '"').map(bytes),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (chunks) => {
      const whole = joinBytes([new Uint8Array(0), ...chunks]);
      const streamed: Line[] = [];
      for await (const line of readLog(chunks)) streamed.push(line);
      expect(sameBytes(back(streamed), whole)).toBe(true);
      expect(streamed.map((line) => [line.kind, line.place])).toEqual(
        parseLog(whole).map((line) => [line.kind, line.place]),
      );
    }),
    { numRuns: 500 },
  );
});

test('[L3] a changed entry differs only where it was changed, and ends in a newline', () => {
  const [entry] = parseLog(bytes('{"z":1.0, "uuid":"a" }\r\n'));
  if (entry?.kind !== 'entry') throw new Error('expected an entry');
  expect(entryText(entry, entry.value)).toBe('{"z":1.0, "uuid":"a" }\r');
  const changed = joinBytes([...changedEntryBytes(entry, { ...entry.value, uuid: 'b' })]);
  expect(new TextDecoder().decode(changed)).toBe('{"z":1.0, "uuid":"b" }\n');
});

test('lines collected at once are those read one by one, wherever chunks end', async () => {
  const source = bytes('{"a":"é"}\n\n{"b":1}\nnot JSON\n{"c":"漢"}{"d":2}\n{"torn');
  for (const size of [1, 2, 7, 100]) {
    const chunks = Array.from({ length: Math.ceil(source.length / size) }, (_, at) =>
      source.subarray(at * size, (at + 1) * size),
    );
    const one: Line[] = [];
    for await (const line of readLog(chunks)) one.push(line);
    expect(await collectLog(chunks)).toEqual(one);
    expect(one).toEqual(parseLog(source));
  }
});

test('lines without their bytes say the same; only what could not be read keeps its own', async () => {
  const source = [bytes('{"type":"user","uuid":"a"}\n\n{"torn\n{"type":"user"}{"type":"system"}\n')];
  const bare = await collectLog(source, { bytes: false });
  const whole = await collectLog(source);
  expect(bare.map(({ raw }) => raw.length)).toEqual([0, 0, 6, 32]);
  expect(bare.map((line) => ({ ...line, raw: undefined }))).toEqual(
    whole.map((line) => ({ ...line, raw: undefined })),
  );
});

test('what a line keeps is a copy: a view of a Buffer, too, would hold the whole chunk that it was read in', async () => {
  const chunk = Buffer.from('{"type":"user"}\n{"torn\n');
  const [, torn] = await collectLog([chunk], { bytes: false });
  expect(Buffer.from(torn?.raw ?? []).toString()).toBe('{"torn');
  expect(torn?.raw.buffer.byteLength).toBe(6);
  const [, held] = await collectLog([chunk]);
  expect(slimLine(held as Line).line.raw.buffer.byteLength).toBe(6);
});

test('a line with a byte order mark keeps its bytes, by which clients that cannot read it are told', async () => {
  const source = [Uint8Array.of(0xef, 0xbb, 0xbf), bytes('{"type":"user"}\n{"type":"user"}\n')];
  const bare = await collectLog(source, { bytes: false });
  expect(bare.map(({ raw }) => raw.length)).toEqual([18, 0]);
});

test('fields that nobody will ask for are let go, and all others stay', async () => {
  const source = [
    bytes('{"type":"user","snapshot":{"a":1},"uuid":"a"}\n{"type":"user","uuid":"b"}\n{"torn\n'),
  ];
  const values = (await collectLog(source, { without: ['snapshot'] })).map((line) =>
    line.kind === 'entry' ? line.value : line.kind,
  );
  expect(values).toEqual([{ type: 'user', uuid: 'a' }, { type: 'user', uuid: 'b' }, 'unreadable']);
});
