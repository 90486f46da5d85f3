// Turns a row of the transcript into plain JSON for a page.
import type { ImageInfo } from '../../base/image-info.ts';
import type { AgentRow, Row, ToolRow, TurnRow } from '../row.ts';
import { cutTexts } from './cut-texts.ts';
import type { WebAgentRow, WebImage, WebRow, WebToolRow, WebTurnRow } from './web-row.ts';

/** What a row does not know of itself. */
export interface RowSetting {
  readonly id: string;
  readonly index: number;
  readonly turn: number;
  readonly tokens?: number | undefined;
  readonly callTokens?: number | undefined;
  readonly resultTokens?: number | undefined;
  readonly version?: string | undefined;
  /** Of thinking: since the row before it. */
  readonly durationMs?: number | undefined;
  readonly turnFigures?: Partial<WebTurnRow> | undefined;
  readonly same?: WebToolRow['same'] | undefined;
  /** Of a compaction: the turns that are no longer sent since. */
  readonly turns?: { readonly from: number; readonly to: number } | undefined;
}

interface WebRowOptions {
  /** UTF-16 units kept of a text; all if not given. */
  readonly most?: number | undefined;
  /** The address of a row's picture; pictures have none if not given. */
  readonly imageSrc?: ((rowId: string, n: number) => string) | undefined;
}

export function toWebRow(row: Row, setting: RowSetting, options: WebRowOptions = {}): WebRow {
  const bare = joinDefined(base(row, setting), fieldsOf(row, setting, options));
  if (options.most === undefined) return bare as unknown as WebRow;
  const { value, cut } = cutTexts(bare, options.most);
  return (cut.length === 0 ? value : { ...value, cut }) as unknown as WebRow;
}

/** The fields of an `AnyRow`, some of them undefined. */
function base(row: Row, setting: RowSetting): object {
  const { id, index, turn, tokens, version } = setting;
  return {
    kind: row.kind,
    id,
    index,
    turn,
    place: row.place,
    uuid: row.uuid,
    time: row.time,
    tokens,
    version,
  };
}

function fieldsOf(row: Row, setting: RowSetting, options: WebRowOptions): object {
  switch (row.kind) {
    case 'session': {
      const { sessionId, title, cwd, gitBranch, versions, models, start, end, turns, toolCalls, agents } =
        row;
      const { branch, agentId, problems } = row;
      const names = { sessionId, title, cwd, gitBranch, versions, models, agentId };
      return { ...names, start, end, turns, toolCalls, agents, branch, problems };
    }
    case 'turn':
      return turnFields(row, setting);
    case 'prompt':
      return { promptKind: row.promptKind, text: row.text, reminders: row.reminders };
    case 'thinking':
      return { text: row.text, hidden: row.hidden, durationMs: setting.durationMs };
    case 'text':
      return { text: row.text, model: row.model, synthetic: row.synthetic, apiError: row.apiError };
    case 'tool':
      return toolFields(row, setting, options);
    case 'agent':
      return agentFields(row);
    case 'compaction': {
      const { scope, trigger, tokensBefore, tokensAfter, durationMs, summary } = row;
      return { scope, trigger, tokensBefore, tokensAfter, durationMs, summary, turns: setting.turns };
    }
    case 'fork':
      return { others: row.others };
    case 'notice':
      return {
        notice: row.notice,
        quiet: row.quiet,
        label: row.label,
        text: row.text,
        severity: row.severity,
      };
    case 'image':
      return { image: webImage(row.image, setting.id, 0, options) };
    case 'unknown':
      return { what: row.what, type: row.type, value: row.value };
    case 'unreadable':
      return { reason: row.reason, text: row.text };
  }
}

function turnFields(row: TurnRow, setting: RowSetting): object {
  const { number, turnKind, start, durationMs, exchanges, toolCalls, tokens, ended } = row;
  return {
    number,
    turnKind,
    start,
    durationMs,
    exchanges,
    toolCalls,
    failedCalls: 0,
    agents: 0,
    contextAfter: tokens.context,
    output: tokens.output,
    outputFinal: tokens.outputFinal,
    ended,
    ...setting.turnFigures,
  };
}

function toolFields(row: ToolRow, setting: RowSetting, options: WebRowOptions): object {
  const { call, view, summary, outcome } = row;
  return {
    callId: call.id,
    name: call.name,
    view,
    input: call.input,
    resultText: call.resultText,
    resultLength: call.resultText.length,
    summary,
    outcome,
    status: call.status,
    isError: call.isError,
    start: call.startedAt,
    end: call.endedAt,
    durationMs: call.durationMs,
    durationBasis: call.durationBasis,
    parallel: call.parallel,
    resultPlace: call.results[0]?.entry.place,
    callTokens: setting.callTokens,
    resultTokens: setting.resultTokens,
    images: row.images.map((image, n) => webImage(image, setting.id, n, options)),
    agents: row.agents.map((agent): WebAgentRow => {
      const { index, turn } = setting;
      const id = `agent-${agent.agentId}`;
      return joinDefined(base(agent, { id, index, turn }), agentFields(agent)) as WebAgentRow;
    }),
    same: setting.same,
  };
}

function agentFields(row: AgentRow): object {
  const { agentId, agentType, description, link, turns, toolCalls, tokens, durationMs, missing } = row;
  const figures = { turns, toolCalls, contextTokens: tokens.context, output: tokens.output, durationMs };
  return { agentId, agentType, description, link, ...figures, missing };
}

/** Formats that a page may show: nothing that can hold a script. */
export const SHOWN_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'jpg', 'gif', 'webp']);

function webImage(image: ImageInfo, rowId: string, n: number, { imageSrc }: WebRowOptions): WebImage {
  const shown = image.media === 'image' && image.bytes !== undefined && SHOWN_FORMATS.has(image.format ?? '');
  return joinDefined(image, { src: shown ? imageSrc?.(rowId, n) : undefined }) as WebImage;
}

/** The fields of both that are not undefined. Built so: what loses a field again is several times slower from then on. */
function joinDefined(first: object, second: object): object {
  const joined: Record<string, unknown> = {};
  for (const part of [first, second] as readonly Readonly<Record<string, unknown>>[])
    for (const key in part) if (part[key] !== undefined) joined[key] = part[key];
  return joined;
}
