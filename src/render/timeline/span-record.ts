// A span as it is held in memory: every one of the same shape, with its words made only when they are asked for.
import type { ToolCall } from '../../session/tool-calls.ts';
import { labelOf, outcomeOf, type SpanSource, shellWords } from './span-words.ts';
import type { Span, SpanKind } from './timeline.ts';

/** What sums and searches read of a span: of one in memory, or of one that was told. */
export interface SpanFacts {
  readonly id: number;
  readonly lane: string;
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  readonly turn: number;
  readonly label: string;
  readonly line?: number | undefined;
  readonly parent?: number | undefined;
  readonly failed?: boolean | undefined;
  readonly tool?: string | undefined;
  readonly agentId?: string | undefined;
}

export interface SpanInput {
  readonly lane: string;
  readonly kind: SpanKind;
  readonly source: SpanSource;
  readonly turn: number;
  readonly agentId?: string | undefined;
  readonly line?: number | undefined;
  readonly parent?: number | undefined;
  readonly failed?: boolean;
  readonly logged?: boolean;
  readonly tool?: string | undefined;
  readonly toolUseId?: string | undefined;
  readonly tokens?: number | undefined;
}

export class SpanRecord implements SpanFacts {
  readonly id: number;
  readonly lane: string;
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  readonly turn: number;
  readonly line: number | undefined;
  readonly parent: number | undefined;
  readonly agentId: string | undefined;
  readonly tool: string | undefined;
  readonly toolUseId: string | undefined;
  readonly tokens: number | undefined;
  readonly failed: boolean;
  readonly logged: boolean;
  readonly source: SpanSource;
  /** Stacked under others that run at the same time on its lane; set when all are known. */
  depth = 0;

  constructor(id: number, start: number, end: number, input: SpanInput) {
    this.id = id;
    this.lane = input.lane;
    this.kind = input.kind;
    this.start = start;
    this.end = end;
    this.turn = input.turn;
    this.line = input.line;
    this.parent = input.parent;
    this.agentId = input.agentId;
    this.tool = input.tool;
    this.toolUseId = input.toolUseId;
    this.tokens = input.tokens;
    this.failed = input.failed === true;
    this.logged = input.logged === true;
    this.source = input.source;
  }

  get label(): string {
    return this.tool === 'Bash' || this.tool === 'PowerShell'
      ? shellWords(this.source as ToolCall)
      : labelOf(this.kind, this.source);
  }

  /** As it is told to others; `words: false` leaves out what only a wide mark shows. */
  tell(words = true): Span {
    const outcome = words ? outcomeOf(this.kind, this.source) : '';
    return {
      id: this.id,
      lane: this.lane,
      kind: this.kind,
      start: this.start,
      end: this.end,
      basis: this.logged ? 'logged' : 'timestamps',
      label: words ? this.label : '',
      turn: this.turn,
      depth: this.depth,
      ...(this.line === undefined ? {} : { line: this.line }),
      ...(this.parent === undefined ? {} : { parent: this.parent }),
      ...(this.agentId === undefined ? {} : { agentId: this.agentId }),
      ...(this.tool === undefined ? {} : { tool: this.tool }),
      ...(this.toolUseId === undefined ? {} : { toolUseId: this.toolUseId }),
      ...(this.tokens === undefined ? {} : { tokens: this.tokens }),
      ...(this.failed ? { failed: true } : {}),
      ...(outcome === '' ? {} : { outcome }),
    };
  }
}
