// The look of the SVG picture: one class a kind and state, for light and for dark. Sizes are in the writer.
import { KIND_COLOURS } from './kind-colours.ts';

interface Theme {
  readonly ground: string;
  readonly ink: string;
  readonly quiet: string;
  readonly thread: string;
  readonly gone: string;
  /** Which of a kind's colours. */
  readonly shade: 0 | 1;
}

const LIGHT: Theme = {
  ground: '#fcfcfb',
  ink: '#1c2125',
  quiet: '#626a71',
  thread: '#7d858c',
  gone: '#a9aeb2',
  shade: 0,
};

const DARK: Theme = {
  ground: '#12161b',
  ink: '#dce1e6',
  quiet: '#8d98a3',
  thread: '#6f7a86',
  gone: '#4c5661',
  shade: 1,
};

// No custom properties: several viewers of SVG files do not know them.
export const SVG_STYLE: string = [
  'text { font: 13px system-ui, sans-serif; font-variant-numeric: tabular-nums; white-space: pre }',
  '.title { font-size: 18px; font-weight: 600 } .meta { font-size: 12px } .end { text-anchor: end }',
  '.line { fill: none; stroke-width: 1.5 } .dashed { stroke-dasharray: 4 3 } .dotted { stroke-dasharray: 1.5 2.5 }',
  '.knot { stroke-width: 1.5 } .italic { font-style: italic }',
  colours(LIGHT),
  `@media (prefers-color-scheme: dark) { ${colours(DARK)} }`,
].join('\n');

function colours(theme: Theme): string {
  const kinds = Object.entries(KIND_COLOURS).map(([kind, shades]) => {
    const colour = shades[theme.shade];
    return `.${kind} { fill: ${colour}; stroke: ${colour} } text.${kind} { stroke: none } .line.${kind} { fill: none }`;
  });
  return [
    `.ground { fill: ${theme.ground} } text { fill: ${theme.ink} } text.quiet { fill: ${theme.quiet} }`,
    `.thread { stroke: ${theme.thread} } .active { stroke: ${theme.ink} } .gone { stroke: ${theme.gone} }`,
    ...kinds,
    `.knot.old { fill: ${theme.gone}; stroke: ${theme.gone} } .knot.open { fill: ${theme.ground} } .open.quiet { stroke: ${theme.quiet} }`,
  ].join(' ');
}
