// Measures the work of an open session: all of it together, and each thread by itself.
import { collectThreads } from '../session/agent-threads.ts';
import { type MeasuredWork, measureWork } from '../stats/metrics/measure-work.ts';
import { agentThreads, type OpenSession } from './open-session.ts';

export interface SessionWork {
  readonly work: MeasuredWork;
  /** The main thread first; its `agentId` is undefined. */
  readonly threads: readonly { readonly agentId: string | undefined; readonly work: MeasuredWork }[];
}

export function measureSession({ thread, agents }: OpenSession): SessionWork {
  const threads = collectThreads({ entries: thread.entries }, agentThreads(agents));
  const { all, each } = measureWork(threads);
  return {
    work: all,
    threads: each.map((work, i) => ({ agentId: threads[i]?.agentId, work })),
  };
}
