// What if something were cut: ticks that are planned by the library at once, and the way to the Cut page with them.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ByKind, CutChoice, CutPlanAnswer } from '../../../../server/api.ts';
import { writeApi } from '../../../data/api-client.ts';
import { formatBeadTokens, formatK } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { bandTokens, KIND_BANDS } from '../../../widgets/chart/kind-bands.ts';
import { wordsOf } from '../../../widgets/states.tsx';
import { firstWish, inputOf } from '../cut/cut-wish.ts';
import { hasTab } from '../tab-names.ts';

export function WhatIf(): JSX.Element {
  const { source } = useSession();
  const { answer: overview, failure: unmeasured } = useAnswer('GET /api/sessions/:key/cut');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [plan, setPlan] = useState<CutPlanAnswer>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (!overview || ticked.size === 0) {
      setPlan(undefined);
      return;
    }
    let current = true;
    setFailure(undefined);
    const wish = firstWish(overview, [...ticked].join(','), undefined);
    writeApi('POST /api/sessions/:key/cut/plan', { key: source.key }, inputOf(overview, wish)).then(
      (answer) => current && setPlan(answer),
      (error) => {
        if (!current) return;
        setPlan(undefined);
        setFailure(error);
      },
    );
    return () => {
      current = false;
    };
  }, [overview, ticked, source]);
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  if (!overview) {
    return (
      <aside class="whatif-side" aria-busy={unmeasured === undefined}>
        <h2>What if</h2>
        <p class="meta">
          {unmeasured === undefined ? 'Measuring what each cut would free.' : wordsOf(unmeasured).message}
        </p>
      </aside>
    );
  }
  const most = Math.max(overview.window ?? 0, overview.tokens, 1);
  const limit = most > overview.tokens * 4 ? overview.tokens : most;
  return (
    <aside class="whatif-side">
      <h2>What if</h2>
      <div class="ba">
        <span class="quiet">now</span>
        <WindowBar byKind={overview.byKind} limit={limit} />
        <span class="num">{formatK(overview.tokens)}</span>
        <span class="quiet">then</span>
        <WindowBar byKind={plan?.byKind.after ?? overview.byKind} limit={limit} />
        <b class="num">{formatK(plan?.tokens.after ?? overview.tokens)}</b>
      </div>
      <ul class="whatif">
        {overview.whatIfs.map((choice) => (
          <Choice
            key={choice.id}
            choice={choice}
            ticked={ticked.has(choice.id)}
            toggle={() => toggle(choice.id)}
          />
        ))}
      </ul>
      <div role="status">{failure !== undefined && <p class="meta">{wordsOf(failure).message}</p>}</div>
      {hasTab('cut') && (
        <a
          class="btn btn-main btn-big whatif-go"
          href={hrefOfSession(source.key, 'cut', { take: [...ticked].join(',') })}
        >
          {ticked.size === 0 ? 'Go to Cut' : 'Take these to Cut'}
        </a>
      )}
      <p class="meta">Nothing is written until you press the button on the Cut page.</p>
    </aside>
  );
}

interface ChoiceProps {
  readonly choice: CutChoice;
  readonly ticked: boolean;
  readonly toggle: () => void;
}

function Choice({ choice, ticked, toggle }: ChoiceProps): JSX.Element {
  const id = `what-if-${choice.id}`;
  return (
    <li>
      <input class="check" type="checkbox" id={id} checked={ticked} onChange={toggle} />
      <label for={id}>{choice.label}</label>
      <span class={choice.tokens > 0 ? 'num quiet' : 'num'}>
        {choice.tokens > 0 ? '+' : '−'}
        {formatBeadTokens(Math.abs(choice.tokens))}
      </span>
      <small>{choice.detail}</small>
    </li>
  );
}

function WindowBar({ byKind, limit }: { readonly byKind: ByKind; readonly limit: number }): JSX.Element {
  return (
    <div class="winbar" aria-hidden="true">
      {KIND_BANDS.map((band) => (
        <i
          key={band.name}
          style={{
            width: `${(bandTokens(byKind, band) / limit) * 100}%`,
            background: `var(--f-${band.name})`,
          }}
        />
      ))}
    </div>
  );
}
