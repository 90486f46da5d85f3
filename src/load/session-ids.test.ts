import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';
import { SessionIds } from './session-ids.ts';

const uuid = (n: number) => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`;

function freshIds(): SessionIds {
  let made = 900;
  return new SessionIds(uuid(99), uuid(98), () => uuid(made++));
}

function learn(ids: SessionIds, what: string, id: string): void {
  if (what === 'line') ids.add(id, 1);
  if (what === 'session') ids.addSessionId(id);
  if (what === 'agent') ids.addAgentEntry({ uuid: id });
}

test('[R8] an id has the name that all learned so far gives it, whatever was asked for before, as text and in bytes', () => {
  const step = fc.tuple(fc.constantFrom('line', 'session', 'agent', 'ask', 'ask'), fc.nat(2).map(uuid));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const ids = freshIds();
      for (const [at, [what, id]] of steps.entries()) {
        learn(ids, what, id);
        if (what !== 'ask') continue;
        // One that was never asked for anything.
        const unasked = freshIds();
        for (const [before, one] of steps.slice(0, at)) learn(unasked, before, one);
        const name = unasked.rename(id);
        expect(ids.rename(id)).toBe(name);
        const bytes = encodeUtf8(id);
        expect(ids.renameAt(bytes, 0)).toBe(name !== undefined);
        expect(decodeUtf8(bytes)).toBe(name ?? id);
      }
    }),
  );
});
