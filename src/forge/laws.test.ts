import { expect, test } from 'vitest';
import { joinBytes } from '../base/bytes.ts';
import { sameBytes } from '../base/same-bytes.fixture.ts';
import { parseLog } from '../log/read-log.ts';
import { lineBytes } from '../log/write-line.ts';
import { damage } from './damage.ts';
import { ERAS } from './eras.ts';
import { FEATURES, type Feature } from './features.ts';
import { forgeSession, mainBytes } from './forge-session.ts';
import { Random } from './random.ts';

/** `CLEW_DAMAGED=all`, as in CI, takes ten thousand. */
const SESSIONS = process.env.CLEW_DAMAGED === 'all' ? 10_000 : 2500;

test('[L1] [L3] thousands of damaged sessions are read and written back byte for byte, every line accounted for', () => {
  const random = new Random('laws');
  let unreadable = 0;
  for (let seed = 0; seed < SESSIONS; seed++) {
    const era = ERAS[seed % ERAS.length] as (typeof ERAS)[number];
    const shape: Feature[] = [random.pick(['parallel-tools', 'todos', 'web']), random.pick(FEATURES)];
    const bytes = damage(mainBytes(forgeSession({ seed, era, turns: 0, shape })), { seed });
    const lines = parseLog(bytes);
    const written = lines.flatMap((line) => [...lineBytes(line)]);
    if (!sameBytes(written.length === 0 ? new Uint8Array(0) : joinBytes(written), bytes)) {
      throw new Error(`seed ${seed} is not written back as it was read`);
    }
    let counted = 0;
    for (const line of lines) {
      if (line.kind === 'entry' || line.kind === 'blank' || line.kind === 'unreadable') counted++;
      if (line.kind === 'unreadable') unreadable++;
    }
    let newlines = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) newlines++;
    const expected = newlines + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
    if (counted !== expected) throw new Error(`seed ${seed}: ${counted} of ${expected} lines`);
  }
  expect(unreadable).toBeGreaterThan(SESSIONS / 10);
  // The limit leaves room for a busy machine.
}, 180_000);
