import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { decodeUtf8 } from '../../base/bytes.ts';
import { forgeSession, mainBytes } from '../../forge/forge-session.ts';
import type { ResumeForecast } from '../api.ts';
import type { StoredSession } from '../store/session-store.ts';
import { ANALYSES } from './analyses.ts';
import { LocalDesk } from './local-desk.ts';

test('tokens of a session that grew while they were attributed are attributed again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clew-desk-'));
  const file = join(folder, 'a.jsonl');
  const lines = decodeUtf8(mainBytes(forgeSession({ seed: 'desk', turns: 4 }))).split('\n');
  const half = Math.floor(lines.length / 2);
  writeFileSync(file, `${lines.slice(0, half).join('\n')}\n`);
  const stored = { key: 'a', session: { file, sessionId: 'a', agents: [] } } as unknown as StoredSession;
  const ask = (desk: LocalDesk) => desk.ask<ResumeForecast>(stored, 'forecast');
  const { tokens } = ANALYSES;
  let goOn: () => void = () => undefined;
  const paused = new Promise<void>((done) => {
    goOn = done;
  });
  const attributed = vi.spyOn(ANALYSES, 'tokens').mockImplementationOnce(async (...asked) => {
    const answer = await tokens(...asked);
    await paused;
    return answer;
  });
  try {
    const desk = new LocalDesk({ dataDir: folder });
    const before = ask(desk);
    await vi.waitFor(() => expect(attributed).toHaveBeenCalledTimes(1));
    appendFileSync(file, lines.slice(half).join('\n'));
    const after = ask(desk);
    await vi.waitFor(() => expect(attributed).toHaveBeenCalledTimes(2), 10_000);
    goOn();
    await before;
    const whole = await ask(new LocalDesk({ dataDir: folder }));
    expect(await after).toEqual(whole);
    expect(await ask(desk)).toEqual(whole);
  } finally {
    attributed.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
});
