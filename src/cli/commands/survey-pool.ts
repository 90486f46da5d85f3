// Surveys the files of whole homes on every core: each thread gets a stretch of the list with its part of the bytes.
import { availableParallelism } from 'node:os';
import { startThread } from '../../disk/start-thread.ts';
import { type ShareOptions, type SurveyShare, type SurveySource, surveyShare } from './survey-share.ts';
import type { SurveyMessage } from './survey-worker.ts';

/** Below this, another thread costs more than it brings. */
const WORTH_A_THREAD = 8_000_000;
const MOST_THREADS = 8;
/** What this thread has read before another has started. */
const HEAD_START = 5_000_000;

/** The shares in the order of the files, so that "first seen" means the same as with one thread. */
export async function surveyInParallel(
  sources: readonly SurveySource[],
  options: ShareOptions,
): Promise<readonly SurveyShare[]> {
  const [own = [], ...others] = cutByBytes(sources, options.named ? 1 : threadsFor(sources), HEAD_START);
  const rest = others.map((stretch) => surveyElsewhere(stretch, options));
  return Promise.all([surveyShare(own, options), ...rest]);
}

function threadsFor(sources: readonly SurveySource[]): number {
  // Node 20 cannot run TypeScript: from source, in tests, everything is done in this thread.
  if (import.meta.url.endsWith('.ts')) return 1;
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  return Math.max(1, Math.min(MOST_THREADS, availableParallelism(), Math.floor(bytes / WORTH_A_THREAD)));
}

/**
 * Stretches of about the same number of bytes, the first one longer by `headStart`; fewer than asked for where a file is
 * larger than its part.
 */
export function cutByBytes(
  sources: readonly SurveySource[],
  count: number,
  headStart: number = 0,
): SurveySource[][] {
  const total = sources.reduce((sum, source) => sum + source.bytes, 0);
  const ahead = Math.min(headStart, total);
  const each = (total - ahead) / count;
  const stretches: SurveySource[][] = [];
  let before = 0;
  let last = -1;
  for (const source of sources) {
    // A file belongs to the part that its middle falls into; that of an empty last file is the end of all.
    const middle = Math.max(0, before + source.bytes / 2 - ahead);
    const part = each === 0 ? 0 : Math.min(count - 1, Math.floor(middle / each));
    if (part !== last) stretches.push([]);
    last = part;
    stretches.at(-1)?.push(source);
    before += source.bytes;
  }
  return stretches;
}

function surveyElsewhere(sources: readonly SurveySource[], { onBytes }: ShareOptions): Promise<SurveyShare> {
  // Flags meant for the main script (`node --input-type …`) would stop a thread from loading a file.
  const thread = startThread(new URL('./survey-worker.js', import.meta.url), { execArgv: [] });
  return new Promise<SurveyShare>((resolve, reject) => {
    thread.on('message', (message: SurveyMessage) => {
      if ('share' in message) resolve(message.share);
      else onBytes(message.bytes);
    });
    thread.on('error', reject);
    thread.postMessage(sources);
  }).finally(() => thread.terminate());
}
