import { expect, test } from 'vitest';
import { isWellFormed } from '../base/well-formed.ts';
import { clip } from './compress-render.ts';

test('a long text is told by its ends, and no character is cut in two: the API refuses the half', () => {
  for (let most = 20; most < 24; most++) {
    const clipped = clip('🧵'.repeat(40), most);
    expect(isWellFormed(clipped)).toBe(true);
    expect(clipped).toMatch(/^🧵+\n\[… \d+ characters …\]\n🧵+$/u);
  }
  expect(clip('short', 5)).toBe('short');
});
