// Compresses a session: plans, asks for consent, has the texts shortened and writes the clone. The source is only read.
import { join } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { tokenizerOf } from '../context/tokens/estimate-text.ts';
import type { Selection } from '../disk/select-session.ts';
import { type CloneOptions, type CloneReport, cloneSession } from '../load/clone-session.ts';
import type { OpenSession } from '../load/open-session.ts';
import { planClone } from '../load/plan-clone.ts';
import { modelOf, SYNTHETIC } from '../log/fields.ts';
import { maskForDisplay } from '../secrets/mask-secrets.ts';
import { NO_TOKENS } from '../session/usage.ts';
import { costOf, type PriceList } from '../stats/prices.ts';
import { applyCompression, type CompressChoice, planCompression } from '../transform/compress-plan.ts';
import type { CutSession } from '../transform/cut-session.ts';
import { chooseNotes, whyNothing } from './choose-notes.ts';
import { estimateRun, priceName, type RunEstimate } from './estimate-run.ts';
import { glanceTurns } from './glance-turns.ts';
import { offlineProvider } from './offline-provider.ts';
import { prepareUnits } from './prepare-units.ts';
import type { Provider } from './provider.ts';
import { pruneCache } from './prune-cache.ts';
import { fileCache } from './result-cache.ts';
import { type RunResult, runCompression, type UnitOutcome } from './run-compression.ts';
import { type BandSum, sumBands } from './sum-bands.ts';
import { RETRIES, type RetryOptions } from './with-retry.ts';

/** What to shorten, by whom, and who agrees to it. */
export interface CompressOptions extends CloneOptions {
  readonly compress: Omit<CompressChoice, 'tokenizer'>;
  /** Given the way tokens are counted for the session's model. */
  readonly provider: (tokenizer: CompressChoice['tokenizer']) => Provider;
  /** Asked before anything leaves this process; false ends it. */
  readonly agree: (estimate: RunEstimate) => Promise<boolean>;
  /** Neither reads nor writes what earlier runs kept. */
  readonly noCache?: boolean;
  readonly signal?: AbortSignal;
  readonly retry?: RetryOptions;
  /** What the model's answers are priced by; the built-in ones by default. */
  readonly prices?: PriceList;
  readonly onProgress?: (done: number, of: number) => void;
}

/** The clone, and what shortening it took. */
export interface CompressReport extends CloneReport {
  readonly compression: {
    readonly provider: Provider['name'];
    readonly model: string;
    readonly destination: string | undefined;
    readonly texts: number;
    /** Of these from an earlier run. */
    readonly cached: number;
    /** Texts that stay as they were, although they were to be shortened. */
    readonly kept: number;
    readonly calls: number;
    readonly input: number;
    readonly output: number;
    /** USD; undefined where the price of the model is not known. */
    readonly cost: number | undefined;
    readonly secrets: number;
    readonly bands: readonly BandSum[];
  };
}

export interface Compressed {
  readonly report: CompressReport;
  /** One for each text, for a report; texts that would be asked for are missing from a plan. */
  readonly outcomes: readonly UnitOutcome[];
}

/** Makes a clone whose old turns are shortened. */
export async function compressSession(
  open: OpenSession,
  selection: Selection,
  options: CompressOptions,
): Promise<Compressed> {
  const { fit: _, ...base } = options;
  const before = planClone(open.thread, base);
  const tokenizer = tokenizerOf(lastModel(open));
  const choice: CompressChoice = { ...options.compress, tokenizer };
  const { units, placement } = planCompression(before.session, choice);
  if (units.length === 0) throw nothingToCompress(whyNothing(placement, choice));
  const provider = options.provider(tokenizer);
  const cache =
    options.noCache || provider.destination === undefined
      ? undefined
      : fileCache(cacheFolder(options.dataDir));
  const prepared = await prepareUnits(units, provider, cache, tokenizer);
  const neighbours = glanceTurns(placement.exchanges, maskForDisplay);
  const estimate = estimateRun(prepared, provider, neighbours, tokenizer, options.prices);
  const isPlan = options.dryRun === true && estimate.calls > 0;
  if (!isPlan && estimate.calls > 0 && !(await options.agree(estimate))) throw notAgreed(estimate);
  const run = {
    // A plan asks nobody: extracts of the same size tell what a clone would weigh.
    provider: isPlan ? offlineProvider(tokenizer) : provider,
    cache,
    neighbours,
    tokenizer,
    retry: options.retry ?? RETRIES,
    signal: options.signal ?? new AbortController().signal,
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  };
  const result = await runCompression(prepared, isPlan ? { ...run, cache: undefined } : run);
  if (cache && !isPlan) await pruneCache(cacheFolder(options.dataDir), options.now().getTime());
  const texts = new Map(
    result.outcomes.flatMap(({ unit, text }) => (text === undefined ? [] : [[unit.id, text] as const])),
  );
  const ends = { newUuid: options.newUuid, preTokens: before.context.after.total };
  const rewrite = (session: CutSession) => applyCompression(session, choice, texts, ends);
  if (Object.keys(rewrite(before.session).changes).length === 0) throw nothingShortened(result);
  const cuts = [...(options.cuts ?? []), { rewrite }];
  const report = await cloneSession(open, selection, { ...options, cuts });
  const notes = [...report.notes, ...chooseNotes(placement, choice), ...keptNotes(result)];
  return {
    report: { ...report, notes, compression: describe(result, estimate, isPlan, options.prices) },
    outcomes: isPlan ? result.outcomes.filter(({ how }) => how === 'cached') : result.outcomes,
  };
}

/** Where results of models are kept, below the folder of clew's own data. */
function cacheFolder(dataDir: string): string {
  return join(dataDir, 'compress-cache');
}

function describe(
  result: RunResult,
  estimate: RunEstimate,
  isPlan: boolean,
  prices: PriceList | undefined,
): CompressReport['compression'] {
  const { provider, model, destination, texts, cached, secrets } = estimate;
  const asked = isPlan ? estimate : { calls: result.calls, ...result.usage };
  const { input, output } = asked;
  const usage = { ...NO_TOKENS, input, output };
  const kept = isPlan ? 0 : result.outcomes.filter(({ how }) => how === 'kept').length;
  return {
    provider,
    model,
    destination,
    texts,
    cached,
    kept,
    calls: destination === undefined ? 0 : asked.calls,
    input,
    output,
    cost:
      isPlan || asked.calls === 0
        ? estimate.cost
        : destination === undefined
          ? 0
          : costOf(usage, priceName(estimate), prices),
    secrets,
    bands: sumBands(result.outcomes, isPlan),
  };
}

function lastModel({ thread }: OpenSession): string {
  const answer = thread.entries.findLast(
    (entry) => entry.value.type === 'assistant' && modelOf(entry) !== SYNTHETIC,
  );
  return (answer && modelOf(answer)) ?? '';
}

function keptNotes({ outcomes }: RunResult): string[] {
  const reasons = new Map<string, number>();
  for (const { how, why } of outcomes) {
    // Sizes differ from text to text; the reason is the same.
    const reason = (why ?? '').replace(/ \(\d+ tokens for \d+\)/, '');
    if (how === 'kept') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons].map(
    ([reason, count]) =>
      `${count} ${count === 1 ? 'text stays as it was' : 'texts stay as they were'}: ${reason}.`,
  );
}

function nothingToCompress(why: string): Refusal {
  return new Refusal(
    'nothing-to-compress',
    `There is nothing to shorten: ${why}.`,
    'Choose other bands (--bands), shorter texts (--at-least), other things (--what) or fewer protected turns (--protect).',
  );
}

function notAgreed({ destination }: RunEstimate): Refusal {
  return new Refusal(
    'no-consent',
    `Nothing was sent to ${destination}, and nothing was written.`,
    'Agree with --yes, or shorten on this machine: --provider offline.',
  );
}

function nothingShortened({ outcomes }: RunResult): Refusal {
  const why = outcomes.find(({ how }) => how === 'kept')?.why;
  return new Refusal(
    'nothing-shortened',
    `No text could be shortened${why === undefined ? '' : ` (${why})`}; nothing was written.`,
    'Try again later, or shorten on this machine: --provider offline.',
  );
}
