// placeholder until metrics exist
import type { CommandInput } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { StatsOptions } from './stats-options.ts';
export async function runMetrics(_c: CliContext, _i: CommandInput, _o: StatsOptions): Promise<number> {
  return 0;
}
