// Which problems mending would mend: by their remedy at first, by a trial of it as soon as there is one.
import type { HealthAnswer, HealthMoreAnswer } from '../../../../server/api.ts';

type Trial = Pick<HealthMoreAnswer, 'mendedLines' | 'mended'>;

export function withMends(health: HealthAnswer, trial: Trial | undefined): HealthAnswer {
  if (!trial) return health;
  const lines = new Set(trial.mendedLines);
  // Where the trial changed nothing, a button that offers it would promise too much.
  const isMended = (one: HealthAnswer['problems'][number]) =>
    trial.mended !== undefined && (one.mendable || lines.has(one.line));
  return { ...health, problems: health.problems.map((one) => ({ ...one, mendable: isMended(one) })) };
}
