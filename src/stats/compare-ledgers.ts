// Lays the client's own ledger of a session beside what its log tells: the difference was asked and never logged [K4].
import type { ModelCost } from '../session/cost-state.ts';
import { addFigures, type Figures, openFigures } from './figures.ts';
import type { Ledger } from './ledger.ts';
import { canonicalModel, type PriceList } from './prices.ts';

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
}

/** One for each session with a ledger and model that either side knows, in the order of the ledgers. */
export function compareLedgers({ messages, clientLedgers }: Ledger, prices: PriceList): LedgerComparison[] {
  const sessions = new Map<string | undefined, Map<string, Figures>>();
  for (const { sessionId } of clientLedgers) sessions.set(sessionId, new Map());
  for (const message of messages) {
    const models = sessions.get(message.sessionId);
    if (!models) continue;
    const name = canonicalModel(message.model);
    const figures = models.get(name) ?? openFigures();
    models.set(name, figures);
    addFigures(figures, message, message.model, 1, prices);
  }
  const done = new Set<string | undefined>();
  return clientLedgers.flatMap(({ sessionId, ledger }) => {
    if (done.has(sessionId)) return [];
    done.add(sessionId);
    const logged = sessions.get(sessionId) ?? new Map<string, Figures>();
    const client = new Map(ledger.models.map((cost) => [canonicalModel(cost.model), clientFigures(cost)]));
    const names = new Set([...client.keys(), ...logged.keys()]);
    return [...names].map((model) =>
      compare(sessionId, model, logged.get(model) ?? openFigures(), client.get(model) ?? openFigures()),
    );
  });
}

function clientFigures(cost: ModelCost): Figures {
  return {
    requests: 0,
    input: cost.input,
    output: cost.output,
    cacheRead: cost.cacheRead,
    cacheWrite5m: cost.cacheWrite - cost.cacheWrite1h,
    cacheWrite1h: cost.cacheWrite1h,
    webSearches: cost.webSearches,
    costUSD: cost.costUSD ?? 0,
  };
}

function compare(
  sessionId: string | undefined,
  model: string,
  logged: Figures,
  client: Figures,
): LedgerComparison {
  const unlogged = openFigures();
  for (const name of COMPARED) unlogged[name] = client[name] - logged[name];
  const tokensAgree = COMPARED.every((name) => name === 'costUSD' || unlogged[name] === 0);
  const agrees = tokensAgree && Math.abs(unlogged.costUSD) < 1e-6;
  return { sessionId, model, logged, client, unlogged, agrees };
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
