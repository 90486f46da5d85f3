// How long does the list of sessions take from the warm catalog: against the list from the files, and of 5,000 sessions?
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, growthOf, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';
import { sessionHome } from '../session-home.mjs';

const SESSIONS = 5000;
const MOST_MS = 250;

export async function bench() {
  const folder = mkdtempSync(join(tmpdir(), 'clew-bench-ls-'));
  const env = { CLEW_DATA_DIR: join(folder, 'data') };
  const ls = (home, ...words) => runCommand(['ls', '--home', home, ...words], { env });
  try {
    const home = sessionHome();
    const rows = await compare(
      {
        'clew ls --no-catalog': () => ls(home, '--no-catalog'),
        'clew ls, warm': () => ls(home),
        'node -e 0': () => runNode(['-e', '0']),
      },
      { runs: 7, warmUps: 2 },
    );
    printRows('The list of all sessions', rows);
    const sizes = [];
    for (const count of [SESSIONS / 5, SESSIONS / 2, SESSIONS]) {
      const crowd = crowdOf(count, join(folder, `home-${count}`));
      const [, row] = await compare(
        { 'node -e 0': () => runNode(['-e', '0']), [`clew ls, warm, ${count} sessions`]: () => ls(crowd) },
        { runs: 7, warmUps: 2 },
      );
      sizes.push({ ...row, size: count });
    }
    printRows('Lists of many sessions, against the start of node', sizes);
    return {
      question: 'ls',
      rows: [...rows, ...sizes],
      growth: growthOf(sizes),
      goal: `clew ls, warm, ≥ 4 × as fast as from the files; of ${SESSIONS.toLocaleString('en-US')} sessions < ${MOST_MS} ms`,
      holds: rows[1].speed >= 4 && sizes.at(-1).ms < MOST_MS,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sessions of a prompt and an answer, a hundred to a project. */
function crowdOf(count, home) {
  for (let i = 0; i < count; i++) {
    const cwd = `/home/dev/p${Math.floor(i / 100)}`;
    const sessionId = `${String(i).padStart(8, '0')}-1111-4111-8111-111111111111`;
    const common = { sessionId, cwd, version: '2.0.30', gitBranch: 'main', isSidechain: false };
    const prompt = {
      parentUuid: null,
      ...common,
      type: 'user',
      uuid: `u${i}`,
      timestamp: '2026-01-01T00:00:00Z',
      message: { role: 'user', content: `Trim the wick of lamp ${i}` },
    };
    const usage = { input_tokens: 9, output_tokens: 7, cache_read_input_tokens: 1000 };
    const answer = {
      parentUuid: `u${i}`,
      ...common,
      type: 'assistant',
      uuid: `a${i}`,
      timestamp: '2026-01-01T00:00:09Z',
      message: { id: `msg_${i}`, model: 'claude-x', content: [{ type: 'text', text: 'Done.' }], usage },
    };
    const project = join(home, 'projects', cwd.replaceAll('/', '-'));
    if (i % 100 === 0) mkdirSync(project, { recursive: true });
    writeFileSync(
      join(project, `${sessionId}.jsonl`),
      `${JSON.stringify(prompt)}\n${JSON.stringify(answer)}\n`,
    );
  }
  return home;
}
