// The prices of a command that tells money; what is wrong with a person's own is said on stderr.
import { dataDir } from '../disk/data-dir.ts';
import { openPrices } from '../load/open-prices.ts';
import type { PriceList } from '../stats/prices.ts';
import type { CommandInput } from './command.ts';
import type { CliContext } from './context.ts';
import { machineOf } from './machine-of.ts';
import { remark } from './remark.ts';

export async function readPrices(context: CliContext, input: CommandInput): Promise<PriceList> {
  const { prices, problems } = await openPrices(dataDir(machineOf(context)));
  for (const problem of problems) remark(context, input, problem);
  return prices;
}
