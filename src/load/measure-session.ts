// Measures the work of an open session: all of it together, and each thread by itself.
import { collectThreads } from '../session/agent-threads.ts';
import { type MeasuredWork, measureWork } from '../stats/metrics/measure-work.ts';
import type { OpenSession } from './open-session.ts';

export interface SessionWork {
  readonly work: MeasuredWork;
  /** The main thread first; its `agentId` is undefined. */
  readonly threads: readonly { readonly agentId: string | undefined; readonly work: MeasuredWork }[];
}

export function measureSession({ thread, agents }: OpenSession): SessionWork {
  const threads = collectThreads(
    { entries: thread.entries },
    agents.map((agent) => ({
      agentId: agent.agentId,
      file: agent.file,
      meta: agent.meta,
      entries: agent.thread.entries,
    })),
  );
  return {
    work: measureWork(threads),
    threads: threads.map((one) => ({ agentId: one.agentId, work: measureWork([one]) })),
  };
}
