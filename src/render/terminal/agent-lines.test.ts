import { expect, test } from 'vitest';
import { makeClock } from '../format.ts';
import type { AgentRow, Row } from '../row.ts';
import { agentLines } from './agent-lines.ts';
import type { Paint } from './paint.ts';
import { makePalette } from './palette.ts';

const NOWHERE = { place: undefined, uuid: undefined, time: undefined, blocks: [] } as const;
const text: Row = {
  kind: 'text',
  ...NOWHERE,
  text: 'a\nb\nc\nd\ne\nf\ng',
  model: undefined,
  synthetic: false,
  apiError: false,
};
const agent = (agentId: string, rows: readonly Row[]): AgentRow => ({
  kind: 'agent',
  ...NOWHERE,
  agentId,
  agentType: undefined,
  description: undefined,
  link: '',
  turns: 1,
  toolCalls: 0,
  tokens: { context: undefined, output: 0, outputFinal: true },
  durationMs: undefined,
  rows,
  missing: false,
});
const paint: Paint = {
  palette: makePalette(false),
  highlight: undefined,
  clock: makeClock('UTC'),
  width: 118,
  breakCode: true,
  full: false,
  thinking: false,
  more: 'clew show 1a2b --turn 3 --full',
};
const more = (id: string, command = paint.more) =>
  agentLines(agent(id, [text]), { ...paint, more: command }, () => undefined).find((line) =>
    line.includes(' more '),
  );

test('the command that shows an agent is safe to copy, whatever its id is', () => {
  expect(more('a1')).toContain('(clew show 1a2b --agent a1)');
  expect(more('a; touch x')).toContain("(clew show 1a2b --agent 'a; touch x')");
  expect(more('b', "clew show 1a2b --agent 'a; touch x'")).toContain('(clew show 1a2b --agent b)');
});
