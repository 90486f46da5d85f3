// Compresses a session as the Cut page asks for it: a plan that sends nothing, or a run that was agreed to.
import type { JsonObject } from '../../base/json.ts';
import { Refusal } from '../../base/refusal.ts';
import { chooseProvider } from '../../compress/choose-provider.ts';
import { type CompressReport, compressSession } from '../../compress/compress-session.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { readBands } from '../../transform/compress-bands.ts';
import type { CompressInput, CompressPlanAnswer, CutAnswer } from '../api.ts';
import { ownPrices } from '../own-prices.ts';
import { type CutContext, describeClone, priceCopy } from './plan-cut.ts';
import { prepareCuts } from './prepare-cuts.ts';

const AT_LEAST = 100;

export async function planCompress(
  open: OpenSession,
  input: CompressInput,
  context: CutContext,
): Promise<CompressPlanAnswer> {
  const report = await compress(open, input, context, true);
  const { tokens, turns, byKind, title, notes, compression } = report;
  const {
    provider,
    model,
    destination,
    texts,
    cached,
    calls,
    input: sent,
    output,
    cost,
    secrets,
  } = compression;
  return {
    title,
    tokens,
    turns,
    byKind,
    bands: compression.bands.map(({ band, texts: count, before, after }) => ({
      name: band,
      texts: count,
      before,
      after,
    })),
    resumeCost: priceCopy(open, tokens),
    provider,
    model,
    texts,
    cached,
    calls,
    input: sent,
    output,
    secrets,
    notes,
    ...(destination === undefined ? {} : { destination }),
    ...(cost === undefined ? {} : { costUSD: cost }),
  };
}

export async function runCompress(
  open: OpenSession,
  input: CompressInput,
  context: CutContext,
): Promise<CutAnswer> {
  return describeClone(await compress(open, input, context, false));
}

async function compress(
  open: OpenSession,
  input: CompressInput,
  context: CutContext,
  dryRun: boolean,
): Promise<CompressReport> {
  const { provider = 'offline', model, bands = 'usual', what = ['answer', 'result'], title, protect } = input;
  const asCompaction = input.asCompaction === true;
  const { report } = await compressSession(open, context.selection, {
    ...(input.cut ? await prepareCuts(input.cut, open) : {}),
    ...context,
    prices: ownPrices(),
    dryRun,
    asked: { ...(input as unknown as JsonObject), by: 'web' },
    compress: {
      bands: readBands(bands),
      what: new Set(asCompaction ? ['turns'] : what),
      atLeast: AT_LEAST,
      asCompaction,
      ...(protect === undefined ? {} : { protect }),
    },
    provider: chooseProvider({ name: provider, model, env: process.env }),
    // Texts leave the machine only to where the person was told they would go.
    agree: async ({ destination }) => {
      if (destination === undefined || input.agreedTo === destination) return true;
      throw new Refusal(
        'not-agreed',
        `This sends texts of the session to ${destination}.`,
        'Agree to it first.',
      );
    },
    ...(title === undefined ? {} : { title }),
  });
  return report;
}
