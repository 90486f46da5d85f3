// Routes for health, mending, cutting, compressing and what came of it; the only ones that write sessions.
import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import * as z from 'zod';
import { Refusal } from '../../base/refusal.ts';
import { restoreClone, undoClone } from '../../load/undo-clone.ts';
import { sendJson } from '../answer.ts';
import type { HealthAnswer } from '../api.ts';
import type { Desk } from '../desk/desk.ts';
import { viewLineage } from '../lineage-view.ts';
import { idText, NOTHING, readBody, readQuery } from '../read-input.ts';
import { readKey, type ServerContext, sessionOf } from '../server-context.ts';
import type { StoredSession } from '../store/session-store.ts';
import { readSession } from './read-session.ts';

const REACH = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('oldest'), share: z.number().min(0).max(1) }),
  z.strictObject({ kind: z.literal('keep'), turns: z.int().min(0).max(1e7) }),
]);
const CALLS = {
  reach: REACH,
  tools: z.array(z.string().max(200)).max(200).exactOptional(),
  minSize: z.int().min(0).exactOptional(),
  ids: z.array(z.string().max(200)).max(100_000).exactOptional(),
};
const STEP = z.strictObject({
  turns: z
    .strictObject({ from: z.int().min(0).exactOptional(), to: z.int().min(0).exactOptional() })
    .exactOptional(),
  removeCalls: z.strictObject({ ...CALLS, markers: z.boolean().exactOptional() }).exactOptional(),
  truncate: z
    .array(z.strictObject({ ...CALLS, most: z.int().min(0).max(1e8), inputs: z.boolean().exactOptional() }))
    .max(20)
    .exactOptional(),
  removeThinking: REACH.exactOptional(),
  removeImages: REACH.exactOptional(),
  scaleImages: z
    .strictObject({ reach: REACH, side: z.int().min(64).max(8000).exactOptional() })
    .exactOptional(),
  drop: z.array(z.enum(['snapshots', 'progress', 'attachments', 'api-log'])).exactOptional(),
  inTurns: z
    .array(z.strictObject({ from: z.int().min(0), to: z.int().min(0) }))
    .max(10_000)
    .exactOptional(),
});
const CUTS = {
  leaf: idText.exactOptional(),
  uncompact: z.int().min(1).max(1000).exactOptional(),
  preset: z.string().max(40).exactOptional(),
  cuts: z.array(STEP).max(40).exactOptional(),
};
const CUT = z.strictObject({
  ...CUTS,
  fit: z.int().min(1).max(1e9).exactOptional(),
  title: z.string().min(1).max(200).exactOptional(),
});
const REPAIR = z.strictObject({
  dryRun: z.boolean(),
  inPlace: z.boolean().exactOptional(),
  title: z.string().min(1).max(200).exactOptional(),
});
const COMPRESS = z.strictObject({
  provider: z.enum(['offline', 'anthropic', 'claude', 'openai']).exactOptional(),
  model: z.string().min(1).max(200).exactOptional(),
  bands: z.string().min(1).max(400).exactOptional(),
  what: z
    .array(z.enum(['answer', 'prompt', 'result', 'turns']))
    .max(4)
    .exactOptional(),
  asCompaction: z.boolean().exactOptional(),
  protect: z.int().min(0).max(1e6).exactOptional(),
  title: z.string().min(1).max(200).exactOptional(),
  cut: z.strictObject(CUTS).exactOptional(),
  agreedTo: z.string().max(1000).exactOptional(),
  run: idText.exactOptional(),
});
const UNDO = z.strictObject({ force: z.boolean().exactOptional() });

export function cutRoutes(app: Hono, context: ServerContext): void {
  const { desk, store } = context;
  const runs = new Map<string, AbortController>();

  readSession(app, context, '/health', NOTHING, async (stored) => {
    const health = await desk.analyse<HealthAnswer>(stored, 'health', {}, true);
    const isNew = context.health.of(stored.session) === undefined;
    context.health.put(stored.session, health.counts);
    // The head and the list say so, too.
    if (isNew) context.hub.tell({ type: 'sessionReady', key: stored.key, what: 'health' });
    // A session that is still being read has its places a moment later.
    return desk.look(stored).model ? placeProblems(health, stored, desk) : health;
  });
  readSession(app, context, '/health/more', NOTHING, (stored) => desk.analyseText(stored, 'healthMore'));

  app.post('/api/sessions/:key/repair', async (c) => {
    const input = await readBody(c, REPAIR);
    const stored = await sessionOf(c, context);
    const answer = await desk.analyse(stored, 'repair', input);
    if (!input.dryRun) store.filesChanged([stored.session.file]);
    return sendJson(c, answer);
  });

  readSession(app, context, '/cut', NOTHING, (stored) => desk.analyseText(stored, 'cutOverview'));

  app.post('/api/sessions/:key/cut/plan', async (c) => {
    const input = await readBody(c, CUT);
    const stored = await sessionOf(c, context);
    return sendJson(c, await desk.analyse(stored, 'cutPlan', input, true));
  });

  app.post('/api/sessions/:key/cut', async (c) => {
    const input = await readBody(c, CUT);
    const stored = await sessionOf(c, context);
    const answer = await desk.analyse(stored, 'cut', input);
    store.filesChanged([stored.session.file]);
    return sendJson(c, answer);
  });

  app.post('/api/sessions/:key/compress/plan', async (c) => {
    const input = await readBody(c, COMPRESS);
    const stored = await sessionOf(c, context);
    return sendJson(c, await desk.analyse(stored, 'compressPlan', input));
  });

  app.post('/api/sessions/:key/compress', async (c) => {
    const input = await readBody(c, COMPRESS);
    const stored = await sessionOf(c, context);
    const { run = randomUUID(), ...asked } = input;
    const stop = new AbortController();
    runs.set(run, stop);
    // A page that is closed wants nothing any more.
    c.req.raw.signal.addEventListener('abort', () => stop.abort(), { once: true });
    const onProgress = (done: number, of: number) =>
      context.hub.tell({ type: 'compressProgress', key: stored.key, run, done, of });
    try {
      const answer = await desk.run(stored, 'compress', asked, { onProgress, signal: stop.signal });
      store.filesChanged([stored.session.file]);
      return sendJson(c, answer);
    } catch (error) {
      if (stop.signal.aborted) throw new Refusal('cancelled', 'It was cancelled.');
      throw error;
    } finally {
      runs.delete(run);
    }
  });

  app.post('/api/sessions/:key/compress/cancel', async (c) => {
    const { run } = await readBody(c, z.strictObject({ run: idText }));
    const stop = runs.get(run);
    if (!stop) throw new Refusal('no-such-run', 'There is no such run, or it has ended.');
    stop.abort();
    return sendJson(c, { ok: true });
  });

  app.get('/api/sessions/:key/lineage', async (c) => {
    readQuery(c, NOTHING);
    return sendJson(c, await viewLineage(await sessionOf(c, context), context));
  });

  app.post('/api/sessions/:key/undo', async (c) => {
    const { force } = await readBody(c, UNDO);
    const stored = await sessionOf(c, context);
    const options = { dataDir: context.dataDir, now: () => new Date(context.now()) };
    await undoClone(stored.session.sessionId, force === undefined ? options : { ...options, force });
    store.filesChanged([stored.session.file]);
    return sendJson(c, { ok: true });
  });

  app.post('/api/sessions/:key/restore', async (c) => {
    await readBody(c, NOTHING);
    // What is in the trash is in no list: the records know it by its id.
    await restoreClone(readKey(c), { dataDir: context.dataDir, now: () => new Date(context.now()) });
    store.filesChanged([]);
    return sendJson(c, { ok: true });
  });
}

async function placeProblems(health: HealthAnswer, stored: StoredSession, desk: Desk): Promise<HealthAnswer> {
  const lines = health.problems.map(({ line }) => line);
  const turns = await desk.ask<readonly (number | null)[]>(stored, 'turnsOfLines', { lines });
  return {
    ...health,
    problems: health.problems.map((problem, i) => {
      const turn = turns[i] ?? undefined;
      return turn === undefined ? problem : { ...problem, turn };
    }),
  };
}
