// Measures the prices that a real client charges, model by model, for src/stats/price-data.ts [K5].
//
//   node scripts/measure-prices.mjs [--client 2.1.325] [--usage '{"speed":"fast"}'] [--tokens 100000] [MODEL…]
//
// Each run answers one request with usage of one kind only and reads the cost in the client's own `cost-state` line. The client
// must be in the lab's cache (test/client installs it there). It runs as in the lab: no network but loopback, a home that is
// thrown away, a made-up key. `--usage` is laid over the usage of every answer: so one asks what fast mode costs, or a place.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startApi } from '../test/client/fake-api.mjs';

const MODELS = [
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-fable-5',
  'claude-opus-4-8',
  'claude-opus-4-7',
  'claude-opus-4-6',
  'claude-opus-4-5-20251101',
  'claude-sonnet-4-6',
  'claude-sonnet-4-5-20250929',
  'claude-sonnet-4-20250514',
  'claude-3-7-sonnet-20250219',
  'claude-haiku-4-5-20251001',
  'claude-3-5-haiku-20241022',
  'claude-opus-4-1-20250805',
  'claude-opus-4-20250514',
  'claude-3-opus-20240229',
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    client: { type: 'string', default: '2.1.325' },
    usage: { type: 'string', default: '{}' },
    tokens: { type: 'string', default: '100000' },
  },
});
const TOKENS = Number(values.tokens);
const KEY = 'made-up-key-for-loopback-only';
const NOTHING = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
};
const written = (kind) => ({
  cache_creation_input_tokens: TOKENS,
  cache_creation: { ...NOTHING.cache_creation, [`ephemeral_${kind}_input_tokens`]: TOKENS },
});
const KINDS = {
  input: { usage: { input_tokens: TOKENS } },
  output: { usage: { output_tokens: TOKENS }, out: TOKENS },
  cacheRead: { usage: { cache_read_input_tokens: TOKENS } },
  cacheWrite5m: { usage: written('5m') },
  cacheWrite1h: { usage: written('1h') },
  webSearch: { usage: { server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 } } },
};

if (process.env.CLEW_MEASURING === undefined) enterNamespace();
else await measureAll();

/** Starts this script again where nothing but loopback exists. */
function enterNamespace() {
  const root = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const again = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const shell = ['bash', '-c', 'ip link set lo up; exec "$@"', 'measure', ...again];
  const flags = [...root, '--net', '--pid', '--fork', '--kill-child'];
  const end = spawnSync('unshare', [...flags, ...shell], {
    stdio: 'inherit',
    env: { ...process.env, CLEW_MEASURING: '1' },
  });
  process.exitCode = end.status ?? 1;
}

async function measureAll() {
  console.log(`USD per million tokens (a web search in USD), as client ${values.client} charges them`);
  console.log(line('model', Object.keys(KINDS)));
  for (const model of positionals.length > 0 ? positionals : MODELS) {
    const prices = [];
    let remark = '';
    for (const [kind, answer] of Object.entries(KINDS)) {
      const state = await chargeFor(model, answer);
      const charged = Object.entries(state?.modelUsage ?? {}).find(([, { costUSD }]) => costUSD > 0);
      const [name, { costUSD: cost } = {}] = charged ?? [];
      prices.push(cost === undefined ? '?' : round(kind === 'webSearch' ? cost : (cost * 1e6) / TOKENS));
      // The client answers for a model that is gone with another one: that is not the price of the one asked for.
      if (name !== undefined && !name.startsWith(model)) remark = `charged as ${name}`;
      if (state?.hasUnknownModelCost) remark = 'unknown to the client';
    }
    console.log(line(model, prices), remark);
  }
}

function line(model, cells) {
  return model.padEnd(30) + cells.map((cell) => String(cell).padStart(14)).join('');
}

/** The client's ledger after one answer with that usage. */
async function chargeFor(model, { usage, out = 0 }) {
  const root = mkdtempSync(join(tmpdir(), 'clew-price-'));
  const project = join(root, 'p');
  const home = join(root, 'h');
  mkdirSync(project);
  mkdirSync(home);
  writeFileSync(join(home, '.claude.json'), JSON.stringify(settings(project)));
  const laidOver = JSON.parse(values.usage);
  const zero = { usage: NOTHING, out: 0 };
  const script = {
    answers: [{ text: 'Yes.', usage: { ...NOTHING, ...usage, ...laidOver }, out }],
    title: { text: 'A title', ...zero },
  };
  const api = await startApi(script, join(root, 'requests.jsonl'));
  try {
    const [program, ...first] = clientCommand();
    const child = spawn(program, [...first, '-p', 'Hello', '--model', model], {
      cwd: project,
      env: environment(home, root, api.port),
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await new Promise((done) => child.once('exit', done));
    return lastCostState(join(home, '.claude', 'projects'));
  } finally {
    api.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

function lastCostState(projects) {
  if (!existsSync(projects)) return undefined;
  const files = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
  const lines = files.flatMap((name) => readFileSync(join(projects, name), 'utf8').split('\n'));
  const last = lines.findLast((line) => line.includes('"cost-state"'));
  return last === undefined ? undefined : JSON.parse(last);
}

function clientCommand() {
  const cache = process.env.CLEW_CLIENT_CACHE ?? join(homedir(), '.cache', 'clew-client-lab');
  const scope = join(cache, values.client, 'node_modules', '@anthropic-ai');
  if (!existsSync(scope))
    throw new Error(`client ${values.client} is not in the lab's cache; run npm run test:client first`);
  const native = join(scope, `claude-code-${process.platform}-${process.arch}`, 'claude');
  return existsSync(native) ? [native] : [process.execPath, join(scope, 'claude-code', 'cli.js')];
}

function environment(home, temporary, port) {
  return {
    HOME: home,
    PATH: process.env.PATH,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    TMPDIR: temporary,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}

function settings(project) {
  return {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: {
      [project]: { hasTrustDialogAccepted: true, allowedTools: [], hasCompletedProjectOnboarding: true },
    },
  };
}

function round(price) {
  return Math.round(price * 1e6) / 1e6;
}
