// Measures the work of an open session: all of it together, and each thread by itself.
import type { Entry } from '../log/line.ts';
import { collectThreads } from '../session/agent-threads.ts';
import { readConversation, type Thread } from '../session/session.ts';
import { type MeasuredWork, measureWork } from '../stats/metrics/measure-work.ts';
import { agentThreads, type OpenSession } from './open-session.ts';

/** What the work of a session was like, of all threads and of each. */
export interface SessionWork {
  readonly work: MeasuredWork;
  /** The main thread first; its `agentId` is undefined. */
  readonly threads: readonly { readonly agentId: string | undefined; readonly work: MeasuredWork }[];
}

/** Measures times, tools, failures and odd patterns, as `clew stats --metrics` does. */
export function measureSessionWork({ thread, agents }: OpenSession): SessionWork {
  const [main, ...others] = collectThreads({ entries: thread.entries }, agentThreads(agents));
  const threads = main ? [{ ...main, numberOf: turnNumbers(thread) }, ...others] : others;
  const { all, each } = measureWork(threads);
  return {
    work: all,
    threads: each.map((work, i) => ({ agentId: threads[i]?.agentId, work })),
  };
}

/** As the transcript numbers turns: those of the active branch alone. */
function turnNumbers(thread: Thread): (prompt: Entry) => number | undefined {
  let numbers: Map<Entry | undefined, number> | undefined;
  return (prompt) => {
    numbers ??= new Map(readConversation(thread).turns.map((turn) => [turn.prompt, turn.number]));
    return numbers.get(prompt);
  };
}
