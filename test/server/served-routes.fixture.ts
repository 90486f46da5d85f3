// The home that tests of routes ask about: a session with agents, one with a compaction, one that was rewound.
import { afterAll, beforeAll } from 'vitest';
import { fileBytes } from '../../src/forge/forge-session.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { type AgentTree, linkAgents } from '../../src/session/agents.ts';
import { buildThread, type Thread } from '../../src/session/session.ts';
import { type Planted, plantHome, removeFolders, serveHome, type TestServer } from './home.fixture.ts';

export interface ServedRoutes {
  /** While tests run. */
  readonly server: TestServer;
  readonly idOf: (n: number) => string;
  /** The bytes of its own file. */
  readonly bytesOf: (n: number) => Uint8Array;
  /** What the library says of it. */
  readonly threadOf: (n: number) => { readonly thread: Thread; readonly tree: AgentTree };
}

export function serveRoutes(): ServedRoutes {
  let planted: Planted;
  let server: TestServer;
  beforeAll(async () => {
    planted = plantHome([
      ['agent', 'parallel-tools', 'failing-tool'],
      ['compaction', 'images', 'long-file'],
      ['rewind', 'todos'],
    ]);
    server = await serveHome(planted.home, { catalog: true });
  });
  afterAll(async () => {
    await server.close();
    removeFolders();
  });
  return {
    get server() {
      return server;
    },
    idOf: (n) => planted.sessions[n]?.sessionId ?? '',
    bytesOf: (n) => fileBytes(mainFile(planted, n)),
    threadOf: (n) => threadOf(planted, n),
  };
}

function mainFile(planted: Planted, n: number) {
  const [main] = planted.sessions[n]?.files ?? [];
  if (!main) throw new Error('no such session');
  return main;
}

function threadOf(planted: Planted, n: number) {
  const main = mainFile(planted, n);
  const rest = planted.sessions[n]?.files.slice(1) ?? [];
  const agents = rest
    .filter(({ path }) => path.endsWith('.jsonl'))
    .map((file) => ({
      agentId: /agent-(.*)\.jsonl$/.exec(file.path)?.[1] ?? '',
      file: file.path,
      entries: parseLog(fileBytes(file)).filter((line) => line.kind === 'entry'),
    }));
  const thread = buildThread(parseLog(fileBytes(main)));
  return { thread, tree: linkAgents(thread, agents) };
}
