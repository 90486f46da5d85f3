import { expect, test } from 'vitest';
import { prepareExport } from '../export/exported-session.ts';
import { writeMarkdown, writeText } from '../export/write-document.ts';
import { writeModel } from '../export/write-model.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import { collectLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { packPage } from './packed-page.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

/** What every format but the excerpt makes of a session. */
async function exportAll(source: Uint8Array, bytes: boolean): Promise<readonly string[]> {
  const thread = buildThread(await collectLog([source], { bytes }));
  const exported = prepareExport({ sessionId: 's', file: 's.jsonl', thread, agents: [] }, {});
  const packed: string[] = [];
  const packs = packPage(exported, NOW);
  for (let next = packs.next(); ; next = packs.next()) {
    packed.push(JSON.stringify(next.value));
    if (next.done) break;
  }
  return [
    ...packed,
    ...writeMarkdown(exported, { timeZone: 'UTC' }),
    ...writeText(exported, { timeZone: 'UTC' }),
    ...writeModel(exported, NOW),
  ];
}

test('an export is made of what the lines say: it comes out the same where their bytes were let go', async () => {
  for (const [seed, kind] of [undefined, ...DAMAGE_KINDS].entries()) {
    const whole = mainBytes(forgeSession({ seed, turns: 2 }));
    const source = kind === undefined ? whole : damage(whole, { seed, kinds: [kind] });
    const made = await exportAll(source, false);
    expect(made, kind).toEqual(await exportAll(source, true));
    expect(made.join('').length, kind).toBeGreaterThan(0);
  }
});
