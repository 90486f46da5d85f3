// The line above a chart: what it shows, on what basis, and the way to the table behind it.
import type { ComponentChildren, JSX } from 'preact';
import { PictureButtons } from './picture-buttons.tsx';
import { TableButton } from './table-button.tsx';

interface ChartHeadProps {
  readonly title: string;
  readonly basis?: string;
  /** Whether the table is shown instead of the picture. */
  readonly table?: boolean;
  readonly setTable?: (table: boolean) => void;
  /** The name of the file that the picture is saved as; absent where there is none to save. */
  readonly picture?: string;
  /** What the colours mean, beside the title. */
  readonly legend?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function ChartHead(props: ChartHeadProps): JSX.Element {
  const { title, basis, table, setTable, picture, legend, children } = props;
  return (
    <div class="chart-head">
      <h2>{title}</h2>
      {basis !== undefined && <span class="meta">{basis}</span>}
      {legend}
      <span class="tools">
        {children}
        {picture !== undefined && table !== true && <PictureButtons name={picture} />}
        {setTable && <TableButton table={table === true} setTable={setTable} />}
      </span>
    </div>
  );
}
