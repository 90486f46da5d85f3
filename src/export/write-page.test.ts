import { expect, test } from 'vitest';
import { writePage } from './write-page.ts';

const PARTS = { script: 'let a = "</script>"', style: '' };

test('a part that cannot be packed is told of in its turn, also while an earlier one is waited for', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const packs = function* (): Generator<object, object> {
    yield { rows: ['x'.repeat(5_000_000)] };
    yield { rows: [unreadable()] };
    return {};
  };
  const chunks: Uint8Array[] = [];
  const collect = async () => {
    for await (const chunk of writePage({ packs: packs(), title: 'A title' }, PARTS)) chunks.push(chunk);
  };
  try {
    await expect(collect()).rejects.toThrow('no such row');
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(unhandled).toEqual([]);
  // The head and the first rows.
  expect(chunks).toHaveLength(2);
});

function unreadable(): object {
  return {
    toJSON() {
      throw new Error('no such row');
    },
  };
}
