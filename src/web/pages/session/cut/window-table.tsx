// The numbers behind the picture of the window.
import type { JSX } from 'preact';
import type { ByKind } from '../../../../server/api.ts';
import { bandTokens, KIND_BANDS } from '../../../widgets/chart/kind-bands.ts';
import { Swatch } from '../../../widgets/chart/swatch.tsx';
import { ChangeCells, ChangeTable } from './change-table.tsx';

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
    <ChangeTable of="Kind">
      {rows.reverse().map(({ band, was, is }) => (
        <tr key={band.name}>
          <td>
            <span class="row">
              <Swatch fill={band.fill} />
              {band.title}
            </span>
          </td>
          <ChangeCells before={was} after={is} />
        </tr>
      ))}
      <tr>
        <td class="b">All</td>
        <ChangeCells before={tokens.before} after={tokens.after} bold />
      </tr>
    </ChangeTable>
  );
}
