// The numbers behind the picture of the window.
import type { JSX } from 'preact';
import type { ByKind } from '../../../../server/api.ts';
import { formatNumber } from '../../../data/format.ts';
import { bandTokens, KIND_BANDS } from '../../../widgets/chart/kind-bands.ts';
import { Swatch } from '../../../widgets/chart/swatch.tsx';
import { formatChange } from './parse-tokens.ts';

interface WindowTableProps {
  readonly before: ByKind;
  readonly after: ByKind;
  readonly tokens: { readonly before: number; readonly after: number };
}

export function WindowTable({ before, after, tokens }: WindowTableProps): JSX.Element {
  const rows = KIND_BANDS.map((band) => ({
    band,
    was: bandTokens(before, band),
    is: bandTokens(after, band),
  })).filter(({ was, is }) => was > 0 || is > 0);
  return (
    <table class="tbl">
      <thead>
        <tr>
          <th>Kind</th>
          <th class="num">Before</th>
          <th class="num">After</th>
          <th class="num">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.reverse().map(({ band, was, is }) => (
          <tr key={band.name}>
            <td>
              <span class="row">
                <Swatch fill={band.fill} />
                {band.title}
              </span>
            </td>
            <td class="num">{formatNumber(Math.round(was))}</td>
            <td class="num">{formatNumber(Math.round(is))}</td>
            <td class="num">{formatChange(Math.round(is - was))}</td>
          </tr>
        ))}
        <tr>
          <td class="b">All</td>
          <td class="num b">{formatNumber(tokens.before)}</td>
          <td class="num b">{formatNumber(tokens.after)}</td>
          <td class="num b">{formatChange(tokens.after - tokens.before)}</td>
        </tr>
      </tbody>
    </table>
  );
}
