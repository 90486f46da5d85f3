// `clew serve`: the web app on this machine, until it is stopped.
import { Refusal } from '../../base/refusal.ts';
import { stripControls } from '../../base/strip-controls.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { DEFAULT_PORT, type RunningServer, startServer } from '../../server/start-server.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';

export const serveCommand: CommandSpec = {
  name: 'serve',
  summary: 'open the web app: read, search, measure and cut sessions in the browser',
  description:
    'Starts a server on this machine alone (127.0.0.1) and opens the browser. Nothing leaves the machine. Stop it with Ctrl+C.',
  flags: [
    { flags: '--port <number>', text: 'the port; by default 4664, or the next free one; 0 for any' },
    { flags: '--no-open', text: 'only print the address' },
    { flags: '--no-catalog', text: 'read the files themselves: no full-text search, no statistics' },
    { flags: '--demo', text: 'say on the page that these are made-up sessions' },
  ],
  examples: [
    ['clew serve', 'the web app on your own sessions'],
    ['clew serve --port 8000 --no-open', 'on this port, without a browser'],
    ['clew serve --home ./demo', 'on another home'],
  ],
  run: runServe,
};

async function runServe(context: CliContext, input: CommandInput): Promise<number> {
  const machine = machineOf(context);
  const homes = await findHomes(machine, input.homes);
  const port = readPort(textFlag(input, 'port'));
  const server = await startServer({
    homes,
    dataDir: dataDir(machine),
    demo: input.flags.demo === true,
    catalog: input.flags.catalog !== false,
    // A bug's stack or a price's name may quote what somebody else wrote.
    report: (text) => context.printError(stripControls(text)),
    ...(port === undefined ? {} : { port, strictPort: true }),
  });
  if (input.json) await context.print(jsonText({ url: server.url, port: server.port, homes }));
  else await context.print(`clew is at ${server.url}\n`);
  if (!input.json && !input.quiet) {
    if (homes.length === 0) context.printError('No home with sessions was found; name one with --home.\n');
    if (port === undefined && server.port !== DEFAULT_PORT)
      context.printError(`Port ${DEFAULT_PORT} could not be opened: this is the next free one.\n`);
    context.printError('Ctrl+C stops it.\n');
  }
  if (input.flags.open !== false && mayOpen(context)) await openBrowser(server.url, context);
  await stopped(server);
  return 0;
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Refusal('bad-port', `“${text}” is not a port.`, 'Give a number from 0 to 65535.');
}

function mayOpen({ env }: CliContext): boolean {
  return !env.CLEW_NO_OPEN && !env.CI;
}

async function openBrowser(url: string, context: CliContext): Promise<void> {
  try {
    const { default: open } = await import('open');
    const child = await open(url);
    child.on('error', () => undefined);
  } catch {
    // A machine without a browser: the address was printed.
    context.printError('No browser could be opened: go to the address above.\n');
  }
}

function stopped(server: RunningServer): Promise<void> {
  return new Promise((done) => {
    const stop = (): void => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      void server.stop().then(done);
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
