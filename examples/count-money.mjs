// Counts tokens and money by model, each answer once over all files: node examples/count-money.mjs [HOME]
import { BUILT_IN_PRICES, buildLedger, groupUsage, zoneClock } from 'clew';
import { findHomes, findSessions, thisMachine } from 'clew/disk';
import { countUsage, usageTargets } from 'clew/load';

const homes = await findHomes(thisMachine(), process.argv.slice(2));
const { files } = await countUsage(usageTargets(await findSessions(homes)));
const { messages } = buildLedger(files);

const rows = groupUsage(messages, { by: 'model', clock: zoneClock('utc'), prices: BUILT_IN_PRICES });
for (const { key, requests, output, outputAtLeast, costUSD } of rows) {
  const written = `${outputAtLeast > 0 ? 'at least ' : ''}${output} tokens written`;
  // A model without a known price is unpriced, which is not free.
  const cost = costUSD === undefined ? 'unpriced' : `$${costUSD.toFixed(2)}`;
  console.log(`${key}: ${requests} requests, ${written}, ${cost}`);
}
