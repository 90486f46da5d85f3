// The HTTP application: guards first, then the API, then the files of the web app.
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Refusal } from '../base/refusal.ts';
import { sendError, sendRefusal } from './answer.ts';
import { guard } from './guard.ts';
import { annotationsRoutes } from './routes/annotations.ts';
import { cutRoutes } from './routes/cut.ts';
import { eventsRoutes } from './routes/events.ts';
import { exportRoutes } from './routes/export.ts';
import { filesRoutes } from './routes/files.ts';
import { picturesRoutes } from './routes/pictures.ts';
import { sessionRoutes } from './routes/session.ts';
import { sessionsRoutes } from './routes/sessions.ts';
import type { ServerContext } from './server-context.ts';
import { StaticFiles } from './static-files.ts';

/** What the application needs. */
export interface AppOptions {
  readonly context: ServerContext;
  readonly token: string;
  readonly port: () => number;
  /** The folder of the built web app. */
  readonly webFolder: string;
  /** Where bugs are told with their stack. */
  readonly report: (text: string) => void;
}

const MOST_BODY = 1_000_000;
/** A plan over a very long session takes its time; nothing else comes near. */
const MOST_MS = 120_000;

/** The application without a socket, to be mounted elsewhere or asked in tests. */
export function createApp({ context, token, port, webFolder, report }: AppOptions): Hono {
  const app = new Hono();
  const files = new StaticFiles(webFolder, token);
  app.use(guard({ token, port }));
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: MOST_BODY,
      onError: (c) => sendRefusal(c, new Refusal('too-large', 'The request is too large.')),
    }),
  );
  app.use('/api/*', async (c, next) => {
    context.activity.note();
    // A model that shortens a long session may take many minutes, and a file of gigabytes is exported as long as it takes.
    if (c.req.path === '/api/events' || /\/(?:compress|export)$/.test(c.req.path)) return next();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(
        () => fail(new Refusal('too-slow', 'This takes too long; it was given up.')),
        MOST_MS,
      );
      timer.unref();
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
    return undefined;
  });
  sessionsRoutes(app, context);
  sessionRoutes(app, context);
  picturesRoutes(app, context);
  cutRoutes(app, context);
  filesRoutes(app, context);
  exportRoutes(app, context);
  annotationsRoutes(app, context);
  eventsRoutes(app, context);
  app.get('*', (c) => files.answer(c) ?? missingPage(c) ?? sendRefusal(c, notFound()));
  app.notFound((c) => sendRefusal(c, notFound()));
  app.onError((error, c) => sendError(c, error, report));
  return app;
}

// Someone who mistyped an address in the browser reads a page, not JSON.
function missingPage(c: Context): Response | undefined {
  if (c.req.path.startsWith('/api/') || !c.req.header('accept')?.includes('text/html')) return undefined;
  return c.html(MISSING, 404);
}

const MISSING = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Nothing here · clew</title>
  <h1>There is nothing at this address.</h1>
  <p><a href="/">All sessions</a></p>
</html>
`;

function notFound(): Refusal {
  return new Refusal('not-found', 'There is nothing at this address.');
}
