import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { TextSharer } from './share-texts.ts';

const FIELDS = ['sessionId', 'cwd', 'gitBranch', 'promptId', 'parentUuid', 'sourceToolAssistantUUID', 'uuid'];

test('[L3] lines that share their texts say what they said, in the same order, whatever stands in the fields', () => {
  // Few values, so that many repeat; and some that no client writes.
  const field = fc.constantFrom('a', 'b', '', null, 0, false, ['a'], { a: 'a' });
  const record = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: [] });
  const message = fc.oneof(record(['id', 'model', 'role']), field);
  const type = fc.constantFrom('user', 'assistant', 7);
  const entry = fc
    .tuple(record([...FIELDS, 'requestId']), fc.record({ type, message }, { requiredKeys: [] }))
    .map(([ids, rest]) => JSON.stringify({ ...ids, ...rest }));
  fc.assert(
    fc.property(fc.array(entry), (lines) => {
      const sharer = new TextSharer();
      for (const line of lines) {
        const value = JSON.parse(line) as JsonObject;
        sharer.share(value);
        expect(JSON.stringify(value)).toBe(line);
      }
    }),
  );
});
