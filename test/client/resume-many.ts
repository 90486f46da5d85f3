// Resumes many sessions in one client version, a few at a time, in one namespace.
import { installClient } from './install.ts';
import { defaultJobs } from './jobs.ts';
import { Namespace } from './namespace.ts';
import { type Resumed, type ResumeOptions, resumeIn } from './resume.ts';

export interface ResumeManyOptions extends ResumeOptions {
  /** Clients at once; more than there are cores only makes each one slower. */
  readonly jobs?: number;
  readonly onResumed?: (file: string, resumed: Resumed) => void;
}

/**
 * The outcome of each file. Every resume has a fresh home (making one costs 2 ms; a shared one would let
 * one session's history and settings into the next) and the client is killed at the request that matters,
 * so that what is left is nothing but the client's own start.
 */
export async function resumeMany(
  version: string,
  files: readonly string[],
  options: ResumeManyOptions = {},
): Promise<ReadonlyMap<string, Resumed>> {
  const client = await installClient(version);
  const namespace = new Namespace();
  const results = new Map<string, Resumed>();
  const queue = files.values();
  const work = async () => {
    for (const file of queue) {
      const resumed = await resumeIn(namespace, client, file, options);
      results.set(file, resumed);
      options.onResumed?.(file, resumed);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.jobs ?? defaultJobs() }, work));
  } finally {
    await namespace.close();
  }
  return results;
}
