// Lays the client's own ledger of a session beside what its log tells: the difference was asked and never logged [K4].
import type { ModelCost } from '../session/cost-state.ts';
import { addTokens } from '../session/usage.ts';
import { addFigures, type Figures, openFigures } from './figures.ts';
import type { Ledger } from './ledger.ts';
import { canonicalModel, type PriceList } from './prices.ts';
import { isAtLeast } from './sum-usage.ts';

export interface LedgerComparison {
  readonly sessionId: string | undefined;
  readonly model: string;
  /** From the log, agents included. */
  readonly logged: Figures;
  /** The client's own; it does not count requests, so that figure is 0. */
  readonly client: Figures;
  /** Client minus log: what it charged without logging it; negative where the log knows more. */
  readonly unlogged: Figures;
  /** Tokens and money agree, money to a millionth of a dollar. */
  readonly agrees: boolean;
  readonly reason: ComparisonReason;
}

export type ComparisonReason =
  | 'agrees'
  /** Requests that the client never logs: titles, compactions, side calls of searches [K4]. */
  | 'unlogged-requests'
  /**
   * Answers that were cut off: the log has their beginning [M3]; the client's ledger has nothing of them, or since
   * 2.1.326 all of them, with an output of its own reckoning [K4].
   */
  | 'cut-off-answers'
  /** The client's figures are lower for no reason that the log tells. */
  | 'unexplained';

/** One for each session with a ledger and model that either side knows, in the order of the ledgers. */
export function compareLedgers({ messages, clientLedgers }: Ledger, prices: PriceList): LedgerComparison[] {
  const sessions = new Map<string | undefined, Map<string, Logged>>();
  for (const { sessionId } of clientLedgers) sessions.set(sessionId, new Map());
  for (const message of messages) {
    // The client charges a fork with what it was forked from.
    for (const id of [message.sessionId, ...message.copiedTo]) {
      const models = sessions.get(id);
      if (!models) continue;
      const name = canonicalModel(message.model);
      const logged = models.get(name) ?? { all: openFigures(), cutOff: openFigures() };
      models.set(name, logged);
      addFigures(logged.all, message, message.model, 1, prices);
      if (isAtLeast(message)) addFigures(logged.cutOff, message, message.model, 1, prices);
    }
  }
  const done = new Set<string | undefined>();
  return clientLedgers.flatMap(({ sessionId, ledger }) => {
    if (done.has(sessionId)) return [];
    done.add(sessionId);
    const logged = sessions.get(sessionId) ?? new Map<string, Logged>();
    const client = clientFigures(ledger.models);
    const names = new Set([...client.keys(), ...logged.keys()]);
    return [...names].map((model) =>
      compare(sessionId, model, logged.get(model) ?? NOTHING, client.get(model) ?? openFigures()),
    );
  });
}

interface Logged {
  readonly all: Figures;
  /** Of it, the answers whose output is only "at least". */
  readonly cutOff: Figures;
}

const NOTHING: Logged = { all: openFigures(), cutOff: openFigures() };

// The client tells the same model with a larger window, or by another name, apart: for the prices they are one.
function clientFigures(costs: readonly ModelCost[]): ReadonlyMap<string, Figures> {
  const byModel = new Map<string, Figures>();
  for (const cost of costs) {
    const name = canonicalModel(cost.model);
    const sum = byModel.get(name) ?? openFigures();
    byModel.set(name, sum);
    addTokens(sum, { ...cost, cacheWrite5m: cost.cacheWrite - cost.cacheWrite1h });
    sum.costUSD += cost.costUSD ?? 0;
  }
  return byModel;
}

function compare(
  sessionId: string | undefined,
  model: string,
  { all: logged, cutOff }: Logged,
  client: Figures,
): LedgerComparison {
  const unlogged = openFigures();
  for (const name of COMPARED) unlogged[name] = client[name] - logged[name];
  const reason = reasonOf(unlogged, cutOff);
  return { sessionId, model, logged, client, unlogged, agrees: reason === 'agrees', reason };
}

function reasonOf(unlogged: Figures, cutOff: Figures): ComparisonReason {
  const least = Math.min(...COMPARED.map((name) => unlogged[name]));
  const most = Math.max(...COMPARED.map((name) => unlogged[name]));
  // Tokens are whole numbers, so this is only about money.
  if (least > -1e-6 && most < 1e-6) return 'agrees';
  // A request that was never logged has input, a cut-off answer lacks output alone.
  const outputAlone = COMPARED.every((name) => OF_OUTPUT.has(name) || unlogged[name] === 0);
  if (least > -1e-6) return outputAlone && cutOff.requests > 0 ? 'cut-off-answers' : 'unlogged-requests';
  const explained = COMPARED.every((name) => unlogged[name] + cutOff[name] > -1e-6);
  return explained ? 'cut-off-answers' : 'unexplained';
}

const COMPARED = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'webSearches',
  'costUSD',
] as const;

const OF_OUTPUT: ReadonlySet<string> = new Set(['output', 'costUSD']);
