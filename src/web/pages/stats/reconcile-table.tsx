// What each counting rule changed, on request, and what no log can tell.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { StatsAnswer } from '../../../server/api.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';

export function ReconcileTable({ answer }: { readonly answer: StatsAnswer }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <section class="stats-reconcile">
      <p class="meta">
        Each request is counted once, synthetic messages are left out.{' '}
        {answer.reconcile.length > 0 && (
          <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            What each counting rule changed
          </button>
        )}
      </p>
      {open && (
        <table class="tbl">
          <thead>
            <tr>
              <th>Rule</th>
              <th class="num">Requests</th>
              <th class="num">Tokens</th>
              <th class="num">Cost</th>
            </tr>
          </thead>
          <tbody>
            {answer.reconcile.map(({ rule, sentence, requests, tokens, costUSD }) => (
              <tr key={rule}>
                <td>{sentence}</td>
                <td class="num">{formatNumber(requests)}</td>
                <td class="num">{formatNumber(tokens)}</td>
                <td class="num">{costUSD === undefined ? '' : formatMoney(costUSD)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {answer.notes.map((note) => (
        <p key={note} class="meta">
          {note}
        </p>
      ))}
    </section>
  );
}
