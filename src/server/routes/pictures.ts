// Routes for what is drawn of one session: context, timeline with the figures below it, graph.
import type { Hono } from 'hono';
import * as z from 'zod';
import type { ContextAnalysis } from '../analysis/analyse-context.ts';
import type { GraphAnswer } from '../api.ts';
import { viewContext } from '../context-view.ts';
import { relatedLinks } from '../lineage-view.ts';
import { countText, flagText, idText, integerText, NOTHING, readPart } from '../read-input.ts';
import type { ServerContext } from '../server-context.ts';
import type { TurnGlance } from '../turn-glances.ts';
import { readSession, readWithOthers } from './read-session.ts';

const CONTEXT = z.strictObject({
  client: z
    .string()
    .regex(/^\d{1,3}\.\d{1,3}\.\d{1,4}$/, 'A version such as 2.0.64.')
    .exactOptional(),
});
const WINDOW = z.strictObject({ turn: countText.exactOptional() });
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
  from: integerText.exactOptional(),
  go: z.enum(['next', 'previous']).exactOptional(),
  goal: z.enum(['error', 'agent', 'compaction']).exactOptional(),
});
const PAGE = z.strictObject({ from: countText, count: countText.exactOptional() });

export function picturesRoutes(app: Hono, context: ServerContext): void {
  const { desk } = context;

  readSession(app, context, '/context', CONTEXT, async (stored, { client }) => {
    if (client === undefined) return desk.askText(stored, 'context');
    const analysis = await desk.analyse<ContextAnalysis>(stored, 'tokens', { client }, true);
    return viewContext(analysis, await desk.ask<TurnGlance[]>(stored, 'glances'));
  });
  readSession(app, context, '/context/clients', NOTHING, async (stored) => ({
    clients: await desk.analyse(stored, 'clients', {}, true),
  }));
  readSession(app, context, '/context/window', WINDOW, (stored, query) =>
    desk.askText(stored, 'window', query),
  );

  readSession(app, context, '/timeline', NOTHING, (stored) => desk.askText(stored, 'timeline'));
  readSession(app, context, '/work', NOTHING, (stored) => desk.analyseText(stored, 'work'));
  readSession(app, context, '/timeline/part', PART, (stored, query) =>
    desk.askText(stored, 'timelinePart', query),
  );
  readSession(app, context, '/timeline/spans', SPANS, (stored, query) =>
    desk.askText(stored, 'timelineSpans', query),
  );
  readSession(app, context, '/timeline/moment', MOMENT, (stored, query) =>
    desk.askText(stored, 'moment', query),
  );

  readWithOthers(app, context, '/graph', async (stored) => {
    const graph = await desk.ask<GraphAnswer>(stored, 'graph');
    return { ...graph, lineage: { links: await relatedLinks(graph.lineage.links, stored, context) } };
  });
  readSession(app, context, '/graph/rows', PAGE, (stored, query) => desk.askText(stored, 'graphRows', query));
  readSession(app, context, '/graph/rows/:at', NOTHING, (stored, _, c) => {
    const at = readPart(c, 'at', countText, 'This is not the number of a row.');
    return desk.askText(stored, 'graphOpen', { at });
  });
  readSession(app, context, '/graph/find', FIND, (stored, query) => desk.askText(stored, 'graphFind', query));
}
