// What the work of a session was like, as the Timeline page tells it below its picture.
import { measureSessionWork } from '../../load/measure-session-work.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { describeWork } from '../../stats/metrics/describe-work.ts';
import type { MeasuredWork } from '../../stats/metrics/measure-work.ts';
import type { WorkAnswer, WorkFigures } from '../api.ts';

const MOST_TOOLS = 12;
const MOST_ODDITIES = 20;

export function analyseWork(open: OpenSession): WorkAnswer {
  const { work, threads } = measureSessionWork(open);
  return {
    all: figuresOf(work),
    threads: threads.map(({ agentId, work: own }) => ({
      ...(agentId === undefined ? {} : { agentId }),
      ...figuresOf(own),
    })),
  };
}

function figuresOf(work: MeasuredWork): WorkFigures {
  const metrics = describeWork(work);
  const worst = [...metrics.patterns].sort((a, b) => b.count - a.count);
  return {
    ...metrics,
    tools: metrics.tools.slice(0, MOST_TOOLS),
    toolNames: metrics.tools.length,
    patterns: worst.slice(0, MOST_ODDITIES),
    oddities: worst.length,
  };
}
