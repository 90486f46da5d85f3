import { afterAll, expect, test } from 'vitest';
import type { RowsAnswer, SessionsAnswer, TurnsAnswer } from '../../src/server/api.ts';
import { CORPUS, hasCorpus } from '../corpus/corpus.ts';
import { removeFolders, serveHome } from './home.fixture.ts';

afterAll(removeFolders);

/** All of them with CLEW_ALL_SESSIONS; by default one in thirty. */
const STEP = process.env.CLEW_ALL_SESSIONS ? 1 : 30;
const VIEWS = ['', '/peek', '/context', '/timeline', '/graph', '/files', '/health', '/find?q=error'];

test.skipIf(!hasCorpus)(
  'real sessions answer in every view, and their rows are the rows of their turns',
  async () => {
    const server = await serveHome(CORPUS);
    const { sessions } = await server.get<SessionsAnswer>('/api/sessions?limit=500&sort=size');
    expect(sessions.length).toBeGreaterThan(100);
    let rows = 0;
    for (const { key } of sessions.filter((_, i) => i % STEP === STEP >> 1)) {
      const url = `/api/sessions/${key}`;
      const { turns, rows: total } = await server.get<TurnsAnswer>(`${url}/turns`);
      const inTurns = turns.reduce((sum, turn) => sum + turn.rows, 0);
      expect(inTurns).toBeLessThan(total);
      const last = turns.at(-1);
      const page = await server.get<RowsAnswer>(`${url}/rows?from=${last?.firstRow}&count=500`);
      expect(page.rows[0]).toMatchObject({ index: last?.firstRow, turn: last?.number });
      for (const row of page.rows) expect(JSON.stringify(row).length).toBeLessThan(400_000);
      rows += page.rows.length;
      for (const view of VIEWS) await server.get(`${url}${view}`);
    }
    expect(rows).toBeGreaterThan(50);
    await server.close();
  },
);
