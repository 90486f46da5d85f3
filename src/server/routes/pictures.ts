// Routes for what is drawn of one session: context, timeline, graph.
import type { Hono } from 'hono';
import * as z from 'zod';
import type { ContextAnalysis } from '../analysis/analyse-context.ts';
import type { ContextAnswer, GraphAnswer, TurnsAnswer } from '../api.ts';
import { viewContext, viewWindow } from '../context-view.ts';
import { relatedLinks } from '../lineage-view.ts';
import { countText, readQuery } from '../read-input.ts';
import { type ServerContext, sendFresh, sessionOf } from '../server-context.ts';

const CONTEXT = z.strictObject({
  client: z
    .string()
    .regex(/^\d{1,3}\.\d{1,3}\.\d{1,4}$/, 'A version such as 2.0.64.')
    .exactOptional(),
});
const WINDOW = z.strictObject({ turn: countText.exactOptional() });
const NOTHING = z.strictObject({});

export function picturesRoutes(app: Hono, context: ServerContext): void {
  const { desk } = context;

  app.get('/api/sessions/:key/context', async (c) => {
    const query = readQuery(c, CONTEXT);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, async () => {
      const analysis = await desk.analyse<ContextAnalysis>(stored, 'context', query, true);
      const clients = await desk.analyse<ContextAnswer['clients']>(stored, 'clients', {}, true);
      return viewContext(analysis, await desk.ask<TurnsAnswer>(stored, 'turns'), clients);
    });
  });

  app.get('/api/sessions/:key/context/window', async (c) => {
    const { turn } = readQuery(c, WINDOW);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, async () => {
      const { table } = await desk.analyse<ContextAnalysis>(stored, 'context', {}, true);
      return viewWindow(table, turn);
    });
  });

  app.get('/api/sessions/:key/timeline', async (c) => {
    readQuery(c, NOTHING);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.ask(stored, 'timeline'));
  });

  app.get('/api/sessions/:key/graph', async (c) => {
    readQuery(c, NOTHING);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, async () => {
      const graph = await desk.ask<GraphAnswer>(stored, 'graph');
      return { ...graph, lineage: { links: await relatedLinks(graph.lineage.links, stored, context) } };
    });
  });
}
