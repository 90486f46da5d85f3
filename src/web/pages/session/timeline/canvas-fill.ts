// The fills of marks on a canvas: the same colours and patterns as in SVG, taken from the page as it looks now.

type Fill = string | CanvasPattern;

/** What a pattern is drawn of, as in the sprite of the page: its size, how far it is turned, and its line or dot. */
const PATTERNS: Readonly<
  Record<string, { readonly size: number; readonly turn: number; readonly dot: boolean }>
> = {
  think: { size: 6, turn: 0, dot: true },
  tool: { size: 6, turn: 0, dot: false },
  agent: { size: 4, turn: -45, dot: false },
};

/** Gives fills by what `markFill` names: `var(--f-asst)`, `url(#p-tool)`. */
export function canvasFills(context: CanvasRenderingContext2D): (fill: string) => Fill {
  const style = getComputedStyle(document.documentElement);
  const fills = new Map<string, Fill>();
  return (fill) => {
    const known = fills.get(fill);
    if (known !== undefined) return known;
    const colour = /^var\((--[\w-]+)\)$/.exec(fill)?.[1];
    const pattern = /^url\(#p-(\w+)\)$/.exec(fill)?.[1];
    const made =
      pattern === undefined
        ? style.getPropertyValue(colour ?? '--q-2').trim()
        : makePattern(context, pattern, style);
    fills.set(fill, made);
    return made;
  };
}

function makePattern(context: CanvasRenderingContext2D, kind: string, style: CSSStyleDeclaration): Fill {
  const base = style.getPropertyValue(`--f-${kind}`).trim();
  const look = PATTERNS[kind];
  if (!look) return base;
  const { size, turn, dot } = look;
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [size * SHARP, size * SHARP];
  const pen = tile.getContext('2d');
  if (!pen) return base;
  pen.scale(SHARP, SHARP);
  pen.fillStyle = base;
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = style.getPropertyValue('--ground').trim();
  pen.globalAlpha = dot ? 0.4 : 0.28;
  if (dot) {
    pen.beginPath();
    pen.arc(size / 2, size / 2, 0.9, 0, 2 * Math.PI);
    pen.fill();
  } else pen.fillRect(size / 2 - 0.5, 0, 1, size);
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().rotate(turn).scale(1 / SHARP));
  return pattern ?? base;
}

/** Pixels of a tile for one of the picture. */
const SHARP = 2;
