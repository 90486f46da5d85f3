// The numbers behind the fill picture: kinds and what they consist of.
import type { JSX } from 'preact';
import type { WindowFill } from '../../../../server/api.ts';
import { formatNumber, formatPercent } from '../../../data/format.ts';
import { nameOf } from './name-of.ts';

export function FillTable({ fills }: { readonly fills: WindowFill }): JSX.Element {
  const lines = fills.kinds.flatMap((kind) => [
    { name: nameOf(kind), items: kind.items, tokens: kind.tokens, depth: 0 },
    ...kind.children.map((child) => ({
      name: nameOf(child),
      items: child.items,
      tokens: child.tokens,
      depth: 1,
    })),
  ]);
  return (
    <table class="tbl">
      <thead>
        <tr>
          <th>What</th>
          <th class="num">Things</th>
          <th class="num">Tokens</th>
          <th class="num">Share</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, items, tokens, depth }, i) => (
          <tr key={`${i} ${name}`}>
            <td class={depth === 0 ? 'b' : 'fill-inner'}>{name}</td>
            <td class="num">{formatNumber(items)}</td>
            <td class="num">{formatNumber(tokens)}</td>
            <td class="num">{formatPercent(tokens / Math.max(1, fills.total))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
