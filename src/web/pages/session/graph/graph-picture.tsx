// The graph as one picture that can be saved: the threads and, beside them, the words of the rows, as far as they were read.
import type { JSX, RefObject } from 'preact';
import { stripToLine } from '../../../../base/strip-controls.ts';
import { clip } from '../../../data/clip.ts';
import { formatClockAfter } from '../../../data/format.ts';
import type { GraphLines } from './graph-lines.ts';
import type { GraphPages } from './graph-pages.ts';
import { rowWords, sizeWords } from './graph-row.tsx';
import { THREADS_WIDTH, ThreadMarks } from './graph-threads.tsx';
import { middleOf, ROW } from './thread-path.ts';

interface GraphPictureProps {
  readonly picture: RefObject<SVGSVGElement | null>;
  readonly pages: GraphPages;
  readonly lines: GraphLines;
  /** Lines. */
  readonly first: number;
  readonly last: number;
  readonly selected: number;
}

const WIDTH = 1000;
const WORDS = 96;

export function GraphPicture(props: GraphPictureProps): JSX.Element {
  const { picture, pages, lines, first, last, selected } = props;
  const height = (last - first + 1) * ROW;
  const shown = Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => first + i);
  return (
    <div class="gr-picture" aria-hidden="true">
      <svg ref={picture} width={WIDTH} height={height} viewBox={`0 ${first * ROW} ${WIDTH} ${height}`}>
        <ThreadMarks pages={pages} lines={lines} first={first} last={last} selected={selected} />
        {shown.map((at) => {
          const line = lines.lineAt(at);
          const row = pages.row(line.at);
          if (!row) return null;
          const y = middleOf(at) + 4;
          if (line.kind !== 'row') {
            const one =
              line.kind === 'message' ? line.message : line.kind === 'entry' ? line.entry : undefined;
            return (
              <text key={at} class="gp-child" x={THREADS_WIDTH + 20} y={y}>
                {one ? `${one.line}  ${clip(stripToLine(one.words), WORDS)}` : ''}
              </text>
            );
          }
          return (
            <g key={at}>
              <text
                class={row.type === 'turn' ? (row.left ? 'gp-left' : 'gp-turn') : `gp-${row.type}`}
                x={THREADS_WIDTH}
                y={y}
              >
                {clip(rowWords(row), WORDS)}
              </text>
              <text class="gp-meta" x={WIDTH - (pages.days ? 100 : 70)} y={y} text-anchor="end">
                {sizeWords(row)}
              </text>
              <text class="gp-meta" x={WIDTH - 12} y={y} text-anchor="end">
                {formatClockAfter(row.time, pages.timeBefore(line.at))}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
