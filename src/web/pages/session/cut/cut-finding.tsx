// The sentence that answers the page: what the copy sends, what goes, and what that costs.
import type { JSX } from 'preact';
import type { CutOverview, Kind } from '../../../../server/api.ts';
import { formatK, formatMoney } from '../../../data/format.ts';
import { kindTitle } from '../../../widgets/chart/kind-bands.ts';
import type { Planned } from './use-plan.ts';

interface CutFindingProps {
  readonly overview: CutOverview;
  readonly plan: Planned | undefined;
  readonly failure: unknown;
}

export function CutFinding({ overview, plan, failure }: CutFindingProps): JSX.Element {
  const { before, after } = plan?.tokens ?? { before: overview.tokens, after: overview.tokens };
  if (failure !== undefined) return <p class="finding">This copy cannot be made as it is asked for.</p>;
  if (!plan) {
    return (
      <p class="finding">
        A resume sends <b>{formatK(before)} tokens</b>. What a copy would send is being worked out.
      </p>
    );
  }
  if (before === after) return <Nothing overview={overview} tokens={after} />;
  const window = overview.window;
  if (after > before) {
    return (
      <p class="finding">
        The copy sends <b>{formatK(after)} tokens</b>, {formatK(after - before)} more than now
        {window !== undefined && after > window ? (
          <>
            : <b>more than the window of {formatK(window)} holds</b>
          </>
        ) : (
          ''
        )}
        .
      </p>
    );
  }
  // Not by the bands of the picture, which have images among the prompts and attachments with the system prompt.
  const kinds = Object.keys(plan.byKind.before) as Kind[];
  const [most] = kinds
    .map((kind) => ({ kind, lost: plan.byKind.before[kind] - plan.byKind.after[kind] }))
    .sort((a, b) => b.lost - a.lost);
  return (
    <p class="finding">
      <b>
        {formatK(before)} become {formatK(after)}
      </b>
      {most && most.lost > 0 ? (
        <>
          : {mostWords(most.lost, before - after)} {wordsOf(most.kind)}
        </>
      ) : (
        ''
      )}
      .{costWords(plan)}
    </p>
  );
}

function Nothing({
  overview,
  tokens,
}: {
  readonly overview: CutOverview;
  readonly tokens: number;
}): JSX.Element {
  const [best] = [...overview.choices]
    .filter(({ parent }) => parent === undefined)
    .sort((a, b) => a.tokens - b.tokens);
  return (
    <p class="finding">
      A copy sends the same <b>{formatK(tokens)} tokens</b> as now
      {best && best.tokens < 0 ? (
        <>
          ; {best.label.toLowerCase()} could free <b>{formatK(-best.tokens)}</b> of them
        </>
      ) : (
        ''
      )}
      .
    </p>
  );
}

/** Less than that is shown as nothing. */
const LEAST_USD = 0.005;

function wordsOf(kind: Kind): string {
  return kind === 'other' ? 'what left no trace in the log' : kindTitle(kind).toLowerCase();
}

function mostWords(lost: number, all: number): string {
  if (lost >= all * 0.97) return 'what goes is';
  if (lost > all / 2) return 'most of what goes is';
  return `the largest part of what goes, ${formatK(lost)}, is`;
}

function costWords({ cost }: Planned): string {
  if (cost.firstRequestUSD === undefined) return '';
  const once = ` The first request costs about ${formatMoney(cost.firstRequestUSD)}`;
  const saved = cost.laterSavedUSD ?? 0;
  return saved >= LEAST_USD ? `${once}, each later one ${formatMoney(saved)} less.` : `${once}.`;
}
