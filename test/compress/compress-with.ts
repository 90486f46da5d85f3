// Compresses a forged session with a scripted model, and tells what became of it.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { anthropicProvider } from '../../src/compress/anthropic-provider.ts';
import {
  type Compressed,
  type CompressOptions,
  compressSession,
} from '../../src/compress/compress-session.ts';
import { RETRIES, type RetryOptions } from '../../src/compress/with-retry.ts';
import { selectSession } from '../../src/disk/select-session.ts';
import { openSession } from '../../src/load/open-session.ts';
import { readBands } from '../../src/transform/compress-bands.ts';
import type { LongSession } from './long-session.ts';

export interface Bench {
  readonly home: string;
  readonly data: string;
  readonly remove: () => void;
}

export function makeBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'clew-compress-'));
  return {
    home: join(folder, 'home'),
    data: join(folder, 'data'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function scripted(
  url: string,
  more: { timeout?: number; concurrency?: number } = {},
): CompressOptions['provider'] {
  const provider = anthropicProvider({
    key: 'none',
    model: 'scripted',
    baseUrl: url,
    timeout: 5000,
    ...more,
  });
  return () => provider;
}

/** Waits are noted, not waited for. */
export function quickRetries(waits: number[] = []): RetryOptions {
  return {
    ...RETRIES,
    sleep: async (ms) => {
      waits.push(ms);
    },
    random: () => 0.5,
  };
}

export async function compressWith(
  bench: Bench,
  session: LongSession,
  options: Partial<CompressOptions> & Pick<CompressOptions, 'provider'>,
): Promise<Compressed> {
  const machine = { env: {}, homeDirectory: bench.home, workingDirectory: bench.home, platform: 'linux' };
  const selection = await selectSession(session.file, { homes: [bench.home], machine });
  return compressSession(await openSession(selection), selection, {
    compress: { bands: readBands('usual'), what: new Set(['answer', 'result']), atLeast: 100 },
    agree: async () => true,
    dataDir: bench.data,
    now: () => new Date('2026-03-04T12:00:00Z'),
    newUuid: randomUUID,
    retry: quickRetries(),
    ...options,
  } as CompressOptions);
}

export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** The files beside the session: none but itself where nothing was written. */
export function filesBeside(session: LongSession): string[] {
  return readdirSync(dirname(session.file)).sort();
}
