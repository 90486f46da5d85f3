// What fills the window at a turn: kind, tool, file, call, each as wide as its tokens; a click goes in.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FillNode, WindowFill } from '../../../../server/api.ts';
import { clip } from '../../../data/clip.ts';
import { formatBeadTokens } from '../../../data/format.ts';
import { ChartHead } from '../../../widgets/chart/chart-head.tsx';
import { bandOf, KIND_BANDS } from '../../../widgets/chart/kind-bands.ts';
import { type FillBox, layOutFill } from './fill-layout.ts';
import { FillTable } from './fill-table.tsx';
import { nameOf } from './name-of.ts';

interface FillPictureProps {
  readonly fills: WindowFill;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
}

export function FillPicture({ fills, table, setTable }: FillPictureProps): JSX.Element {
  const [path, setPath] = useState<readonly FillNode[]>([]);
  useEffect(() => setPath([]), [fills]);
  const inside = path.at(-1);
  const { boxes, height } = layOutFill(inside ? [inside] : inBandOrder(fills.kinds));
  const open = (node: FillNode) => {
    if (node === inside) setPath(path.slice(0, -1));
    else if (node.children.length > 0) setPath([...path, node]);
  };
  return (
    <figure class="chart section">
      <ChartHead
        title={inside ? `${nameOf(inside)} at turn ${fills.turn}` : `What fills it at turn ${fills.turn}`}
        basis={inside ? 'click the top to go out' : 'width is tokens; click to go in'}
        table={table}
        setTable={setTable}
        picture={`window-at-turn-${fills.turn}`}
      />
      {table ? (
        <FillTable fills={fills} />
      ) : (
        <div class="scroll-x">
          <svg
            class="icicle"
            viewBox={`0 0 880 ${height}`}
            role="group"
            aria-label={`What fills the window at turn ${fills.turn}`}
          >
            {boxes.map((box) => (
              <Box key={box.key} box={box} open={() => open(box.node)} />
            ))}
          </svg>
        </div>
      )}
    </figure>
  );
}

/** From left to right as the bands of the other picture lie from the bottom up. */
function inBandOrder(kinds: readonly FillNode[]): readonly FillNode[] {
  return [...kinds].sort((a, b) => KIND_BANDS.indexOf(bandOf(a.kind)) - KIND_BANDS.indexOf(bandOf(b.kind)));
}

function Box({ box, open }: { readonly box: FillBox; readonly open: () => void }): JSX.Element {
  const { node, x, y, width, depth } = box;
  const { fill } = bandOf(node.kind);
  const room = Math.floor((width - 10) / 6.4);
  const whole = nameOf(node);
  const words = `${node.level === 'file' ? node.name : whole}, ${formatBeadTokens(node.tokens)}`;
  const canOpen = node.children.length > 0;
  return (
    <g
      role="button"
      class={canOpen ? 'fill-box fill-box-open' : 'fill-box'}
      tabindex={canOpen && width > 12 ? 0 : -1}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        open();
      }}
    >
      <title>{words}</title>
      <rect x={x} y={y} width={width} height="42" class={depth === 0 ? 'fill-top' : 'fill-deep'} />
      <rect
        x={x + 0.5}
        y={y}
        width={Math.max(0, width - 1)}
        height={depth === 0 ? 8 : 3}
        class="fill-mark"
        style={{ fill }}
      />
      {room >= 3 && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of drawn words takes no focus, and the title says them.
        <g aria-hidden="true">
          <text x={x + 5} y={y + (depth === 0 ? 22 : 18)} class="fill-name">
            {clip(whole, room)}
          </text>
          <text x={x + 5} y={y + (depth === 0 ? 36 : 33)} class="fill-size">
            {formatBeadTokens(node.tokens)}
          </text>
        </g>
      )}
    </g>
  );
}
