import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import type { CutSession } from './cut-session.ts';
import { mapImages } from './map-images.ts';
import { countUndecoded, listLargeImages, scaleImages } from './scale-images.ts';

const LIMIT = { side: 100, characters: 10_000 };

/** The first bytes of a PNG of that size: all that is read of one. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

const LARGE = png(300, 50);
const SMALL = png(100, 100);
const block = (data: string, media_type = 'image/png'): JsonObject => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});

const ENTRY: JsonObject = {
  type: 'user',
  uuid: 'u',
  message: {
    role: 'user',
    content: [
      block(LARGE),
      { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'x' }, block(LARGE)] },
      block(SMALL),
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: LARGE } },
      { type: 'tool_use', id: 't2', name: 'Upload', input: block(LARGE) },
    ],
  },
  toolUseResult: {
    type: 'image',
    file: {
      base64: LARGE,
      type: 'image/png',
      originalSize: 9,
      dimensions: { originalWidth: 300, displayWidth: 300 },
    },
  },
};

function session(...values: JsonObject[]): CutSession {
  return {
    sessionId: 's',
    items: values.map((value) => ({ value, entry: undefined, role: 'chain', turn: 1 })),
  };
}

const smaller = { data: 'SMALLER', mediaType: 'image/jpeg', width: 100, height: 17 };

test('[T2] an image is made smaller where it is sent and in the client’s copies, with its media type; all else stays', () => {
  const options = { reach: { kind: 'all' } as const, limit: LIMIT, images: new Map([[LARGE, smaller]]) };
  const cut = scaleImages(session(ENTRY), options);
  expect(cut.changes).toEqual({ scaledImages: 2 });
  const value = cut.session.items[0]?.value as JsonObject;
  const { message } = ENTRY as { message: { content: JsonObject[] } };
  expect(value).toEqual({
    ...ENTRY,
    message: {
      role: 'user',
      content: [
        block('SMALLER', 'image/jpeg'),
        { ...message.content[1], content: [{ type: 'text', text: 'x' }, block('SMALLER', 'image/jpeg')] },
        ...message.content.slice(2),
      ],
    },
    toolUseResult: {
      type: 'image',
      file: {
        base64: 'SMALLER',
        type: 'image/jpeg',
        originalSize: 9,
        dimensions: { originalWidth: 300, displayWidth: 100, displayHeight: 17 },
      },
    },
  });
  expect(scaleImages(cut.session, options)).toEqual({ session: cut.session, changes: {} });
});

test('large are images over the limit in pixels or characters, and those that do not tell their size, each once', () => {
  const heavy = `${SMALL}${'A'.repeat(LIMIT.characters)}`;
  const strange = Buffer.from('no image at all').toString('base64');
  const values = [ENTRY, { type: 'user', message: { content: [block(heavy), block(strange)] } }];
  expect(listLargeImages(values, LIMIT).map(({ data }) => data)).toEqual([LARGE, heavy, strange]);
});

test('[U4] prompts typed while the model worked and results of MCP servers have their images elsewhere', () => {
  const values: JsonObject[] = [
    { type: 'attachment', attachment: { type: 'queued_command', prompt: [block(LARGE)] } },
    { type: 'user', toolUseResult: [block(LARGE), { type: 'image', data: LARGE, mimeType: 'image/png' }] },
  ];
  const seen: [string, boolean][] = [];
  for (const value of values) {
    mapImages(value, ({ data }, sent) => {
      seen.push([data, sent]);
      return undefined;
    });
  }
  expect(seen).toEqual([
    [LARGE, true],
    [LARGE, false],
    [LARGE, false],
  ]);
});

test('an image that cannot be decoded stays as it is and is counted', () => {
  const options = { reach: { kind: 'all' } as const, limit: LIMIT, images: new Map([[LARGE, undefined]]) };
  expect(scaleImages(session(ENTRY), options).changes).toEqual({});
  expect(countUndecoded(session(ENTRY), options)).toBe(2);
});

test('a value that nests deeper than any tool does is left alone, without recursion running away', () => {
  let deep: JsonObject = block(LARGE);
  for (let i = 0; i < 5000; i++) deep = { inside: deep };
  const value = { type: 'user', toolUseResult: deep };
  expect(mapImages(value, () => smaller)).toBe(value);
});
