// Runs the built command line where no network exists, not even loopback: what works there asked nobody.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, filesBeside, makeBench, sha256 } from './compress-with.ts';
import { type LongSession, writeLongSession } from './long-session.ts';

const main = join(process.env.CLEW_DIST ?? join(import.meta.dirname, '..', '..', 'dist'), 'cli', 'main.js');

function whyNot(): string | undefined {
  if (!existsSync(main)) return 'the command line is not built';
  try {
    execFileSync('unshare', ['--map-root-user', '--net', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no network namespace can be made here';
  }
}

const reason = whyNot();
if (reason !== undefined) console.log(`Compression is not tried in a closed network: ${reason}.`);

let bench: Bench;
let session: LongSession;

beforeAll(() => {
  bench = makeBench();
  session = writeLongSession(bench.home, 8);
});
afterAll(() => bench.remove());

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function clew(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const line = [
    '--map-root-user',
    '--net',
    process.execPath,
    main,
    'compress',
    session.sessionId,
    '--home',
    bench.home,
    ...words,
  ];
  const environment = { PATH: process.env.PATH ?? '', HOME: bench.home, CLEW_DATA_DIR: bench.data, ...env };
  return new Promise((done) => {
    execFile('unshare', line, { env: environment }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

test.skipIf(reason !== undefined)(
  'without a flag or a yes no network is needed, and none is asked for',
  async () => {
    const before = sha256(session.file);
    const key = { ANTHROPIC_API_KEY: 'none' };
    const [offline, plan, silent, agreed] = await Promise.all([
      clew(['--json']),
      clew(['--dry-run', '--json'], key),
      clew([], key),
      // The proof that the network is closed: with a yes, the same call fails for want of it.
      clew(['--yes', '--timeout', '3', '--no-cache', '--bands', '1..1:heavy'], {
        ...key,
        CLEW_COMPRESS_WAIT: '1',
      }),
    ]);
    expect(offline).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(offline.out).compression).toMatchObject({ provider: 'offline', calls: 0, kept: 0 });
    expect(plan).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(plan.out)).toMatchObject({ dryRun: true, compression: { provider: 'anthropic' } });
    expect(silent.code).toBe(2);
    expect(silent.err).toContain('Nobody is there to agree');
    expect(agreed.code).toBe(2);
    expect(agreed.err).toMatch(
      /This sends \d+ texts? of the session.* to the Messages API at api\.anthropic\.com/,
    );
    expect(agreed.err).toContain('No text could be shortened');
    expect(sha256(session.file)).toBe(before);
    // The source, and the one clone that needed nobody.
    expect(filesBeside(session).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
  },
);
