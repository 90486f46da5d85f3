// What a reader did with a transcript: what is open, what is selected, which agents' strands are shown.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ThreadQuery, WebRow } from '../../server/api.ts';
import type { SessionSource } from './session-source.ts';
import { ThreadRows } from './thread-rows.ts';
import { keyOfRow, type OpenAgent } from './transcript-list.ts';

export interface Selection {
  readonly rows: ThreadRows;
  readonly index: number;
}

export class TranscriptState {
  readonly source: SessionSource;
  readonly main: ThreadRows;
  /** Housekeeping is shown too. */
  readonly everything: Signal<boolean> = signal(false);
  /** All rows are in the document, for the printer. */
  readonly printing: Signal<boolean> = signal(false);
  readonly selected: Signal<Selection | undefined> = signal<Selection | undefined>(undefined);
  readonly #open = signal<ReadonlyMap<string, boolean>>(new Map());
  readonly #agents = signal<readonly OpenAgent[]>([]);
  readonly #threads = new Map<string, ThreadRows>();

  constructor(source: SessionSource, thread: ThreadQuery) {
    this.source = source;
    this.main = new ThreadRows(source, thread);
  }

  get agents(): ReadonlySignal<readonly OpenAgent[]> {
    return this.#agents;
  }

  isOpen(rows: ThreadRows, index: number, part = ''): boolean {
    return this.#open.value.get(keyOfRow(rows, index) + part) ?? false;
  }

  setOpen(rows: ThreadRows, index: number, open: boolean, part = ''): void {
    const next = new Map(this.#open.peek());
    next.set(keyOfRow(rows, index) + part, open);
    this.#open.value = next;
    const row = rows.at(index);
    if (part === '' && row) this.#showAgents(rows, row, open);
  }

  toggle(rows: ThreadRows, index: number, part = ''): void {
    this.setOpen(rows, index, !this.isOpen(rows, index, part), part);
  }

  foldAll(): void {
    this.#open.value = new Map();
    this.#agents.value = [];
  }

  /** The rows of an agent: one store for each, however often its strand is opened. */
  threadOf(agentId: string): ThreadRows {
    const known = this.#threads.get(agentId);
    if (known) return known;
    const rows = new ThreadRows(this.source, { agent: agentId });
    this.#threads.set(agentId, rows);
    return rows;
  }

  /** Agents that a row starts or stands for, and whose own rows are there. */
  static agentsOf(row: WebRow): readonly string[] {
    if (row.kind === 'agent') return row.missing ? [] : [row.agentId];
    return row.kind === 'tool' ? row.agents.flatMap((agent) => (agent.missing ? [] : [agent.agentId])) : [];
  }

  #showAgents(parent: ThreadRows, row: WebRow, open: boolean): void {
    const ids = TranscriptState.agentsOf(row);
    if (ids.length === 0) return;
    const others = this.#agents.peek().filter((agent) => !ids.includes(agent.agentId));
    if (!open) {
      this.#agents.value = others;
      return;
    }
    const opened = ids.map((agentId): OpenAgent => {
      const rows = this.threadOf(agentId);
      void rows.need(0, 0);
      return { agentId, rows, parent, parentRow: row.index };
    });
    this.#agents.value = [...others, ...opened];
  }
}
