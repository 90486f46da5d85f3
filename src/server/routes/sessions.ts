// Routes about all sessions: what this server is, the list, search and statistics.
import type { Hono } from 'hono';
import * as z from 'zod';
import { Refusal } from '../../base/refusal.ts';
import { NEWEST_CLIENT } from '../../context/client-behaviour.ts';
import { sendJson } from '../answer.ts';
import type { About, SearchQuery, SessionsQuery, StatsQuery } from '../api.ts';
import { countText, flagText, folderText, idText, integerText, NOTHING, readQuery } from '../read-input.ts';
import type { ServerContext } from '../server-context.ts';
import { TRAITS, viewSessions } from '../sessions-view.ts';

const words = z.string().max(1000);
const names = z
  .string()
  .max(400)
  .regex(/^[\w,-]*$/, 'Names with commas.');

const SESSIONS = z.strictObject({
  q: words.exactOptional(),
  project: folderText.exactOptional(),
  home: folderText.exactOptional(),
  branch: z.string().max(400).exactOptional(),
  model: z.string().max(200).exactOptional(),
  traits: z
    .string()
    .refine(
      (text) => text.split(',').every((one) => (TRAITS as readonly string[]).includes(one)),
      TRAITS.join(', '),
    )
    .exactOptional(),
  minTokens: countText.exactOptional(),
  since: integerText.exactOptional(),
  until: integerText.exactOptional(),
  sort: z
    .enum(['modified', 'created', 'size', 'turns', 'tokens', 'cost', 'tools', 'agents', 'title', 'project'])
    .exactOptional(),
  reverse: flagText.exactOptional(),
  all: flagText.exactOptional(),
  offset: countText.exactOptional(),
  limit: countText.exactOptional(),
});

const SEARCH = z.strictObject({
  q: words,
  project: folderText.exactOptional(),
  since: integerText.exactOptional(),
  until: integerText.exactOptional(),
  kinds: names.exactOptional(),
  tool: z.string().max(200).exactOptional(),
  model: z.string().max(200).exactOptional(),
  branch: z.string().max(400).exactOptional(),
  session: idText.exactOptional(),
  regex: flagText.exactOptional(),
  limit: countText.exactOptional(),
  perSession: countText.exactOptional(),
  offset: countText.exactOptional(),
});

const STATS = z.strictObject({
  since: integerText.exactOptional(),
  until: integerText.exactOptional(),
  project: folderText.exactOptional(),
  model: z.string().max(200).exactOptional(),
  session: idText.exactOptional(),
  agent: idText.exactOptional(),
  at: z
    .string()
    .regex(/^[0-6]-(?:1?\d|2[0-3])$/, 'A weekday from 0 (Monday) and an hour: 2-22.')
    .exactOptional(),
  by: z.enum(['day', 'week', 'month']).exactOptional(),
  again: flagText.exactOptional(),
});

export function sessionsRoutes(app: Hono, context: ServerContext): void {
  const { store } = context;

  app.get('/api/about', async (c) => {
    readQuery(c, NOTHING);
    const { sessions } = await store.list();
    const about: About = {
      version: context.version,
      homes: store.homes.map((path) => ({
        path,
        sessions: sessions.filter(({ session }) => session.home === path).length,
      })),
      demo: context.demo,
      catalog: store.state(),
      newestClient: NEWEST_CLIENT,
      parts: {
        search: store.search !== undefined,
        stats: store.stats !== undefined,
        files: true,
        compress: true,
      },
    };
    return sendJson(c, about);
  });

  app.get('/api/sessions', async (c) => {
    const query: SessionsQuery = readQuery(c, SESSIONS);
    const annotations = new Map<string, number>();
    for (const { key } of await context.annotator.all())
      annotations.set(key, (annotations.get(key) ?? 0) + 1);
    const listing = await store.list();
    return sendJson(
      c,
      viewSessions(listing, query, { now: context.now(), catalog: store.state(), annotations }),
    );
  });

  app.get('/api/search', async (c) => {
    const query: SearchQuery = readQuery(c, SEARCH);
    if (!store.search) throw notBuilt('There is no full-text search without the catalog.');
    return sendJson(c, await store.search(query));
  });

  app.get('/api/stats', async (c) => {
    const query: StatsQuery = readQuery(c, STATS);
    if (!store.stats) throw notBuilt('There are no statistics over all sessions without the catalog.');
    return sendJson(c, await store.stats(query));
  });
}

function notBuilt(message: string): Refusal {
  return new Refusal('not-built', message, 'Start clew serve without --no-catalog.');
}
