// Routes for what is drawn of one session: context, timeline, graph.
import type { Hono } from 'hono';
import * as z from 'zod';
import { Refusal } from '../../base/refusal.ts';
import type { ContextAnalysis } from '../analysis/analyse-context.ts';
import type { GraphAnswer } from '../api.ts';
import { viewContext } from '../context-view.ts';
import { relatedLinks } from '../lineage-view.ts';
import { countText, flagText, idText, readQuery } from '../read-input.ts';
import { type ServerContext, sendFresh, sessionOf } from '../server-context.ts';
import type { TurnGlance } from '../turn-glances.ts';

const CONTEXT = z.strictObject({
  client: z
    .string()
    .regex(/^\d{1,3}\.\d{1,3}\.\d{1,4}$/, 'A version such as 2.0.64.')
    .exactOptional(),
});
const WINDOW = z.strictObject({ turn: countText.exactOptional() });
const NOTHING = z.strictObject({});
const momentText = z
  .string()
  .regex(/^-?\d{1,15}(?:\.\d{1,6})?$/, 'A moment in milliseconds.')
  .transform(Number);
const PART = z.strictObject({
  from: momentText,
  to: momentText,
  folded: flagText.exactOptional(),
  flame: flagText.exactOptional(),
  agents: countText.exactOptional(),
});
const SPANS = z.strictObject({
  from: momentText,
  to: momentText,
  offset: countText.exactOptional(),
  count: countText.exactOptional(),
});
const ADDRESS_FIELDS = {
  turn: countText.exactOptional(),
  line: countText.exactOptional(),
  agent: idText.exactOptional(),
};
const MOMENT = z.strictObject({
  ...ADDRESS_FIELDS,
  time: momentText.exactOptional(),
  go: z.enum(['next', 'previous']).exactOptional(),
  goal: z.enum(['step', 'turn', 'error', 'agent', 'compaction']).exactOptional(),
});
const FIND = z.strictObject({
  ...ADDRESS_FIELDS,
  branch: idText.exactOptional(),
  from: countText.exactOptional(),
  go: z.enum(['next', 'previous']).exactOptional(),
  goal: z.enum(['error', 'agent', 'compaction']).exactOptional(),
});
const PAGE = z.strictObject({ from: countText, count: countText.exactOptional() });

export function picturesRoutes(app: Hono, context: ServerContext): void {
  const { desk } = context;

  app.get('/api/sessions/:key/context', async (c) => {
    const query = readQuery(c, CONTEXT);
    const stored = await sessionOf(c, context);
    const { client } = query;
    return sendFresh(c, context, stored, async () => {
      if (client === undefined) return desk.askText(stored, 'context');
      const analysis = await desk.analyse<ContextAnalysis>(stored, 'tokens', { client }, true);
      return viewContext(analysis, await desk.ask<TurnGlance[]>(stored, 'glances'));
    });
  });

  app.get('/api/sessions/:key/context/clients', async (c) => {
    readQuery(c, NOTHING);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, async () => ({
      clients: await desk.analyse(stored, 'clients', {}, true),
    }));
  });

  app.get('/api/sessions/:key/context/window', async (c) => {
    const query = readQuery(c, WINDOW);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'window', query));
  });

  app.get('/api/sessions/:key/timeline', async (c) => {
    readQuery(c, NOTHING);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'timeline'));
  });

  app.get('/api/sessions/:key/timeline/part', async (c) => {
    const query = readQuery(c, PART);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'timelinePart', query));
  });

  app.get('/api/sessions/:key/timeline/spans', async (c) => {
    const query = readQuery(c, SPANS);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'timelineSpans', query));
  });

  app.get('/api/sessions/:key/timeline/moment', async (c) => {
    const query = readQuery(c, MOMENT);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'moment', query));
  });

  app.get('/api/sessions/:key/graph', async (c) => {
    readQuery(c, NOTHING);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, async () => {
      const graph = await desk.ask<GraphAnswer>(stored, 'graph');
      return { ...graph, lineage: { links: await relatedLinks(graph.lineage.links, stored, context) } };
    });
  });

  app.get('/api/sessions/:key/graph/rows', async (c) => {
    const query = readQuery(c, PAGE);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'graphRows', query));
  });

  app.get('/api/sessions/:key/graph/rows/:at', async (c) => {
    const at = countText.safeParse(c.req.param('at'));
    if (!at.success) throw new Refusal('bad-row', 'This is not the number of a row.');
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'graphOpen', { at: at.data }));
  });

  app.get('/api/sessions/:key/graph/find', async (c) => {
    const query = readQuery(c, FIND);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'graphFind', query));
  });
}
