// Tells of a compression: what it came to by band, who did it, what it cost; then what every clone tells.
import { countOf, formatShare } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import type { CompressReport } from '../../compress/compress-session.ts';
import type { CloneCost } from '../../load/clone-cost.ts';
import { formatTokens } from '../../render/format.ts';
import { formatMoney } from '../format-money.ts';
import { cloneText, row } from './clone-text.ts';

/** `cost` is what the clone itself costs and saves, told of a plan only. */
export function compressText(report: CompressReport, cwd: string, cost?: CloneCost): string {
  const { compression } = report;
  const lines = [
    row('by', providerText(compression)),
    ...compression.bands.map(({ band, texts, before, target, after }) =>
      row(
        'band',
        `${band}: ${countOf(texts, 'text')}, ${formatTokens(before)} → ${formatTokens(after)} tokens (${formatShare(after, before)} of them; target ${formatShare(target, before)})`,
      ),
    ),
    ...(compression.kept > 0
      ? [row('kept', countOf(compression.kept, 'text as it was', 'texts as they were'))]
      : []),
    ...(compression.destination === undefined ? [] : [row('asked', askedText(report))]),
  ];
  const [first, ...rest] = cloneText(report, cwd, cost).split('\n');
  return [first, ...lines, ...rest].join('\n');
}

function providerText({ provider, model, destination }: CompressReport['compression']): string {
  if (provider === 'offline')
    return 'picking sentences on this machine, without a model (offline, extractive)';
  return `${stripToLine(model)}, ${stripToLine(destination ?? '')}`;
}

function askedText({ compression, dryRun }: CompressReport): string {
  const { calls, input, output, cost, cached, secrets } = compression;
  if (calls === 0)
    return `nobody: ${cached === 1 ? 'the one text is' : `all ${countOf(cached, 'text')} are`} known from an earlier run`;
  return [
    `${dryRun ? 'about ' : ''}${countOf(calls, 'request')}, ${formatTokens(input)} tokens there, ${formatTokens(output)} back, ${priceWords(cost)}`,
    ...(cached > 0 ? [`${cached} from an earlier run`] : []),
    ...(secrets > 0 ? [`${countOf(secrets, 'secret')} masked`] : []),
  ].join('; ');
}

/** A price in words: a model without one is not free [K5]. */
export function priceWords(cost: number | undefined): string {
  if (cost === undefined) return 'at a price that is not known';
  return cost === 0 ? 'free' : `about ${formatMoney(cost)}`;
}
