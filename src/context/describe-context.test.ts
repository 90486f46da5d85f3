import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { damage } from '../forge/damage.ts';
import { forgeSession } from '../forge/forge-session.ts';
import type { CollectOptions } from '../log/read-log.ts';
import { collectLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { damagedSessions } from './damaged-sessions.fixture.ts';
import { describeContext, UNASKED_FIELDS } from './describe-context.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus/projects');

test('what is let go while reading changes nothing of what is told: damaged sessions', async () => {
  let n = 0;
  for (const [name, text] of damagedSessions()) {
    await expectSame(encodeUtf8(text), name);
    if (n++ % 5 === 0) await expectSame(encodeUtf8(`\ufeff${text}`), `${name}, marked`);
  }
});

test('what is let go while reading changes nothing of what is told: forged sessions', async () => {
  for (let seed = 0; seed < 8; seed++) {
    const bytes = encodeUtf8(forgeSession({ seed }).files[0]?.text ?? '');
    await expectSame(bytes, `seed ${seed}`);
    await expectSame(damage(bytes, { seed }), `seed ${seed}, damaged`);
  }
});

test.skipIf(!existsSync(corpus))(
  'what is let go while reading changes nothing of what is told: real sessions',
  async () => {
    const names = readdirSync(corpus, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => one.endsWith('.jsonl')).filter((_, i) => i % 16 === 0))
      await expectSame(readFileSync(join(corpus, name)), name);
  },
);

async function expectSame(bytes: Uint8Array, name: string): Promise<void> {
  const bare = await tell(bytes, { bytes: false, without: UNASKED_FIELDS });
  // As one value: to compare two of them field by field takes longer than all else.
  expect(bare === (await tell(bytes)), name).toBe(true);
}

async function tell(bytes: Uint8Array, options?: CollectOptions): Promise<string> {
  const description = describeContext(buildThread(await collectLog([bytes], options)));
  const { prediction, now, growth, cache } = description;
  const lost = prediction.lost.map(({ line, uuid, reason }) => [line, uuid, reason]);
  const messages = prediction.messages.map(({ role, content }) => [role, content]);
  const breaks = cache.map(({ request, rewritten, cause }) => [request.index, rewritten, cause]);
  return JSON.stringify([
    prediction.loads,
    prediction.of,
    lost,
    prediction.notes,
    messages,
    now,
    growth,
    breaks,
  ]);
}
