// The look of the SVG picture: one class a kind and state, for light and for dark. Sizes are in the writer.

/** Kinds' colours by the visual guide, light and dark. */
const KINDS: readonly (readonly [kind: string, light: string, dark: string])[] = [
  ['user', '#1d5cb8', '#82b3f7'],
  ['assistant', '#1c2125', '#dce1e6'],
  ['thinking', '#6f45b5', '#b79df2'],
  ['tool-use', '#8c5a00', '#e3ad4e'],
  ['tool-result', '#566218', '#b3bd68'],
  ['error', '#bf3415', '#ff8f70'],
  ['agent', '#0b7371', '#52c6be'],
  ['system', '#626a71', '#8d98a3'],
  ['compaction', '#ab2279', '#f08bc8'],
];

interface Theme {
  readonly ground: string;
  readonly ink: string;
  readonly quiet: string;
  readonly thread: string;
  readonly gone: string;
  readonly kind: (light: string, dark: string) => string;
}

const LIGHT: Theme = {
  ground: '#fcfcfb',
  ink: '#1c2125',
  quiet: '#626a71',
  thread: '#7d858c',
  gone: '#a9aeb2',
  kind: (light) => light,
};

const DARK: Theme = {
  ground: '#12161b',
  ink: '#dce1e6',
  quiet: '#8d98a3',
  thread: '#6f7a86',
  gone: '#4c5661',
  kind: (_, dark) => dark,
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
  const kinds = KINDS.map(([kind, light, dark]) => {
    const colour = theme.kind(light, dark);
    return `.${kind} { fill: ${colour}; stroke: ${colour} } text.${kind} { stroke: none } .line.${kind} { fill: none }`;
  });
  return [
    `.ground { fill: ${theme.ground} } text { fill: ${theme.ink} } text.quiet { fill: ${theme.quiet} }`,
    `.thread { stroke: ${theme.thread} } .active { stroke: ${theme.ink} } .gone { stroke: ${theme.gone} }`,
    ...kinds,
    `.knot.old { fill: ${theme.gone}; stroke: ${theme.gone} } .knot.open { fill: ${theme.ground} } .open.quiet { stroke: ${theme.quiet} }`,
  ].join(' ');
}
