// Lists the real sessions of the shared corpus, where it is at hand.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { assignAgents } from './assign-agents.ts';
import { findSessions } from './find-sessions.ts';
import { listSidecars } from './list-sidecars.ts';
import { readLogFile } from './read-file.ts';
import { selectSession } from './select-session.ts';

const corpus = resolve(import.meta.dirname, '../../../shared/corpus');
const missing = !existsSync(corpus);

test.skipIf(missing)(
  '[F1] [F2] [F4] every session file of the corpus is found, once, as what it is',
  async () => {
    const all = (await readdir(corpus, { recursive: true })).filter((name) => name.endsWith('.jsonl'));
    const listing = await findSessions([corpus]);
    const nested = listing.sessions.flatMap((session) => session.agents);
    const found = [...listing.sessions, ...nested, ...listing.looseAgents].map((one) => one.file);
    expect([...found, ...listing.emptyFiles].sort()).toEqual(all.map((name) => resolve(corpus, name)).sort());
    expect(listing.emptyFiles).toHaveLength(1);
    expect(nested.every((agent) => agent.layout === 'nested')).toBe(true);
    expect(nested.filter((agent) => agent.metaFile !== undefined)).toHaveLength(6);
    expect(listing.problems).toEqual([]);
  },
);

test.skipIf(missing)(
  '[F2] every flat agent goes to the session its content names, if that is there',
  async () => {
    const { sessions, looseAgents } = await assignAgents(await findSessions([corpus]));
    const flat = sessions.flatMap((session) => session.agents).filter((agent) => agent.layout === 'flat');
    for (const session of sessions) {
      for (const agent of session.agents) expect(agent.sessionId).toBe(session.sessionId);
    }
    for (const agent of flat) {
      for await (const line of readLogFile(agent.file)) {
        if (line.kind === 'entry') expect(line.value.agentId).toBe(agent.agentId);
      }
    }
    const ids = new Set(sessions.map((session) => session.sessionId));
    expect(looseAgents.filter((agent) => agent.sessionId === undefined || ids.has(agent.sessionId))).toEqual(
      [],
    );
    // Two of the 38 name the empty session file, the others sessions that the corpus has not.
    expect([flat.length, looseAgents.length]).toEqual([48, 38]);
  },
);

test.skipIf(missing)(
  'each session of the corpus is selected by its id and its path, and has its sidecars',
  async () => {
    const machine = { env: {}, homeDirectory: corpus, workingDirectory: corpus, platform: 'linux' };
    const listing = await findSessions([corpus]);
    const options = { homes: [corpus], machine, listing };
    for (const session of listing.sessions) {
      expect(basename((await selectSession(session.sessionId, options)).file)).toBe(
        `${session.sessionId}.jsonl`,
      );
      expect(await selectSession(session.file, { homes: [], machine })).toMatchObject({
        kind: 'session',
        session,
      });
      const { files } = await listSidecars(session);
      expect(files.filter((one) => one.kind === 'agent').map((one) => one.file)).toEqual(
        session.agents.map((agent) => agent.file),
      );
    }
  },
);
