// `clew graph SEL`: a session as a picture of its thread, branches, compactions and agents.
import { extname } from 'node:path';
import { encodeUtf8 } from '../../base/bytes.ts';
import { countOf } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { resolvePath } from '../../disk/machine.ts';
import { quoteName } from '../../disk/quote-name.ts';
import { writeFileAtomically } from '../../disk/write-file.ts';
import { linkOpenAgents, type OpenSession } from '../../load/open-session.ts';
import { buildDrawing } from '../../render/graph/build-drawing.ts';
import type { DrawBy, Drawing } from '../../render/graph/drawing.ts';
import { drawingJson } from '../../render/graph/drawing-json.ts';
import { writeDot } from '../../render/graph/write-dot.ts';
import { MERMAID_MAX_EDGES, MERMAID_MAX_TEXT, writeMermaid } from '../../render/graph/write-mermaid.ts';
import { writeSvg } from '../../render/graph/write-svg.ts';
import { sessionTitle } from '../../session/titles.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { openSelected } from '../open-selected.ts';
import { readOutput } from '../read-flags.ts';
import { remark } from '../remark.ts';

type Format = 'dot' | 'mermaid' | 'svg' | 'json';

export const graphCommand: CommandSpec = {
  name: 'graph',
  args: '<selector>',
  summary: 'draw a session: its thread, branches, compactions and agents',
  description:
    'Draws a session as Mermaid, DOT, SVG or JSON: one node for each turn, message or entry; what a resume continues is emphasised, what was left behind is dashed, agents are clusters.',
  flags: [
    {
      flags: '--format <format>',
      text: 'how to draw it; by default what the output file is called, else mermaid',
      choices: ['dot', 'mermaid', 'svg', 'json'],
    },
    {
      flags: '--by <part>',
      text: 'what a node stands for',
      choices: ['turn', 'message', 'entry'],
      default: 'turn',
    },
    { flags: '-o, --output <file>', text: 'write to a file instead of stdout' },
    { flags: '--force', text: 'replace the file if it is there', onlyWith: ['--output'] },
  ],
  examples: [
    ['clew graph latest --output session.svg', 'a picture for a browser, light and dark'],
    ['clew graph 4a07cdcd > session.mmd', 'Mermaid, which many Markdown viewers show'],
    ['clew graph 4a07cdcd --format dot --by message | dot -Tpdf -O', 'for Graphviz'],
    ['clew graph 4a07cdcd --json', 'nodes, edges and clusters for programs'],
  ],
  run: runGraph,
};

async function runGraph(context: CliContext, input: CommandInput): Promise<number> {
  const output = readOutput(input);
  const format = chooseFormat(input, output);
  const { machine, session } = await openSelected(context, input);
  const agents = linkOpenAgents(session);
  const drawing = buildDrawing(session.thread, agents, { by: (textFlag(input, 'by') ?? 'turn') as DrawBy });
  const text = writeDrawing(format, drawing, session);
  if (format === 'mermaid') warnOfLimits(context, input, drawing, text);
  if (output === undefined) await context.print(text);
  else {
    const path = resolvePath(output, machine);
    await writeFileAtomically(path, [encodeUtf8(text)], { replace: input.flags.force === true, mode: 0o644 });
    if (!input.quiet)
      context.printError(`Wrote ${countOf(drawing.knots.length, 'node')} to ${quoteName(path)}.\n`);
  }
  return drawing.knots.length > 0 ? 0 : 1;
}

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.svg': 'svg',
  '.dot': 'dot',
  '.gv': 'dot',
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.json': 'json',
};

function chooseFormat(input: CommandInput, output: string | undefined): Format {
  const asked = textFlag(input, 'format') as Format | undefined;
  if (input.json && asked !== undefined && asked !== 'json') {
    throw new Refusal('two-formats', `--json and --format ${asked} ask for two things.`, 'Give one of them.');
  }
  if (asked !== undefined) return asked;
  if (input.json) return 'json';
  return BY_EXTENSION[extname(output ?? '').toLowerCase()] ?? 'mermaid';
}

function writeDrawing(format: Format, drawing: Drawing, session: OpenSession): string {
  const title = sessionTitle(session.thread.lines).title || session.sessionId;
  switch (format) {
    case 'dot':
      return writeDot(drawing, title);
    case 'mermaid':
      return writeMermaid(drawing, title);
    case 'svg':
      return writeSvg(drawing, { title, subtitle: subtitleOf(drawing, session) });
    case 'json': {
      const { sessionId, file } = session;
      return jsonText({ sessionId, file, title, ...drawingJson(drawing) }, 2);
    }
  }
}

function subtitleOf(drawing: Drawing, { sessionId, thread }: OpenSession): string {
  const prompts = drawing.knots.filter(
    ({ kind, cluster, state }) =>
      kind === 'user' && cluster === undefined && (state === 'active' || state === 'compacted'),
  );
  const others = thread.branches.length - 1;
  const words = [sessionId, countOf(prompts.length, 'turn')];
  if (others > 0) words.push(countOf(others, 'other branch', 'other branches'));
  if (drawing.clusters.length > 0) words.push(countOf(drawing.clusters.length, 'agent'));
  return [...words, 'times in UTC'].join(' · ');
}

function warnOfLimits(context: CliContext, input: CommandInput, drawing: Drawing, text: string): void {
  if (drawing.links.length <= MERMAID_MAX_EDGES && text.length <= MERMAID_MAX_TEXT) return;
  remark(
    context,
    input,
    `Mermaid shows no more than ${MERMAID_MAX_EDGES} edges and ${MERMAID_MAX_TEXT} characters unless its settings are raised; this has ${drawing.links.length} and ${text.length}.`,
    '--format svg has no limit.',
  );
}
