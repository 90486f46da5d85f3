import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { editJson } from './edit-json.ts';

const edit = (text: string, change: (value: JsonObject) => JsonObject): string => {
  const before = JSON.parse(text) as JsonObject;
  return editJson(text, before, change(before));
};

test('[L3] only the changed value is rewritten: spaces, numbers, escapes and key order stay', () => {
  const text = '{ "b" : 1.0, "2":12345678901234567890,"1":"\\u00e9\\/", "id":"old" }';
  expect(edit(text, (v) => ({ ...v, id: 'new' }))).toBe(text.replace('old', 'new'));
});

test('[L3] an unchanged value gives the text back, also when it was rebuilt', () => {
  const text = '{"a":{"x":[1.50,{"y":null}]},"b":"\\ud800"}';
  expect(edit(text, (v) => JSON.parse(JSON.stringify(v)) as JsonObject)).toBe(text);
});

test('[L3] keys are removed with one comma each, wherever they stand', () => {
  const text = '{"a":1, "b":2, "c":3}';
  expect(edit(text, ({ a: _, ...rest }) => rest)).toBe('{"b":2, "c":3}');
  expect(edit(text, ({ b: _, ...rest }) => rest)).toBe('{"a":1, "c":3}');
  expect(edit(text, ({ c: _, ...rest }) => rest)).toBe('{"a":1, "b":2}');
  expect(edit(text, ({ a: _, b: __, ...rest }) => rest)).toBe('{"c":3}');
  expect(edit(text, () => ({}))).toBe('{}');
  expect(edit(text, () => ({ d: 4 }))).toBe('{"d":4}');
});

test('[L3] new keys go last, and into an empty object', () => {
  expect(edit('{"a":1}', (v) => ({ ...v, z: [1], y: undefined }))).toBe('{"a":1,"z":[1]}');
  expect(edit('{"a":{ }}', () => ({ a: { k: 1 } }))).toBe('{"a":{ "k":1}}');
});

test('[L3] for any two objects the edited text parses to the wanted one', () => {
  const object = fc
    .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 })
    .map((o) => JSON.parse(JSON.stringify(o)) as JsonObject);
  fc.assert(
    fc.property(
      object,
      object,
      fc.boolean(),
      fc.integer({ min: 0, max: 3 }),
      (before, other, mix, indent) => {
        const after = mix ? { ...before, ...other } : other;
        expect(JSON.parse(editJson(JSON.stringify(before, null, indent), before, after))).toEqual(after);
      },
    ),
    { numRuns: 2000 },
  );
});

test('[L3] nested changes share the text around them', () => {
  const text = '{"message":{"content":[{"type":"text","text":"a\\tb"},{"n":1e3}]},"x":1e3}';
  const after = edit(text, (v) => {
    const message = v.message as JsonObject;
    const content = message.content as readonly JsonObject[];
    return {
      ...v,
      message: { ...message, content: [{ ...content[0], text: 'cut' }, content[1] as JsonObject] },
    };
  });
  expect(after).toBe('{"message":{"content":[{"type":"text","text":"cut"},{"n":1e3}]},"x":1e3}');
});

test('[L3] a key that stands twice counts as it was read, by its last value, and the line stays JSON', () => {
  const text = '{"message":"x","message":{"content":"y"},"a":1}';
  const edited = edit(text, (v) => ({ ...v, message: { content: 'z' } }));
  expect(edited).toBe('{"message":{"content":"z"},"message":{"content":"z"},"a":1}');
  const keys = fc.constantFrom('a', 'b', 'c');
  const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('1', '"x"', 'null', '{}', '[]'),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items}]`),
    object: fc
      .array(fc.tuple(keys, tie('value')), { maxLength: 5 })
      .map((members) => `{${members.map(([key, one]) => `"${key}":${one}`)}}`),
  }));
  fc.assert(
    fc.property(value, value, value, (one, two, three) => {
      const before = `{"a":${one},"b":1,"a":${two}}`;
      const after = { a: JSON.parse(three), b: 1 } as JsonObject;
      expect(JSON.parse(editJson(before, JSON.parse(before) as JsonObject, after))).toEqual(after);
    }),
    { numRuns: 3000 },
  );
});
