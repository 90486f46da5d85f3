// A session opened for paging: its threads held slim, its agents linked, and its branches made into numbered rows on demand.
import { createHash } from 'node:crypto';
import { type JsonObject, objectField } from '../../base/json.ts';
import { Refusal } from '../../base/refusal.ts';
import type { AgentFile } from '../../disk/agent-file.ts';
import { type Selection, sessionIdOf } from '../../disk/select-session.ts';
import { readMeta } from '../../load/read-lines.ts';
import { entryBlocks, isToolUse } from '../../log/block.ts';
import type { Entry } from '../../log/line.ts';
import { readAgent } from '../../render/agent-rows.ts';
import { pickAgent } from '../../render/pick-agent.ts';
import { pickBranch } from '../../render/pick-branch.ts';
import {
  openTranscript,
  otherAgents,
  type Transcript,
  type TranscriptSource,
} from '../../render/transcript.ts';
import { WebThread } from '../../render/web/web-thread.ts';
import { type AgentNode, type AgentTree, linkAgents } from '../../session/agents.ts';
import { buildThread, type Thread } from '../../session/session.ts';
import { sessionTitle } from '../../session/titles.ts';
import { isAgentTool } from '../../session/tool-view/view-agent-call.ts';
import type { ThreadQuery } from '../api.ts';
import { SlimFile, type Update } from './slim-file.ts';

/** A branch of the main thread or of an agent, ready for paging. */
export class ThreadView {
  readonly transcript: Transcript;
  readonly thread: Thread;
  readonly file: SlimFile;
  #web: WebThread | undefined;

  constructor(transcript: Transcript, thread: Thread, file: SlimFile) {
    this.transcript = transcript;
    this.thread = thread;
    this.file = file;
  }

  /** Its rows, numbered when first asked for: that takes as long as all before it, and pictures need only the turns. */
  get web(): WebThread {
    this.#web ??= new WebThread(this.transcript);
    return this.#web;
  }
}

interface AgentSlim {
  readonly agentId: string;
  readonly slim: SlimFile;
  readonly meta: JsonObject | undefined;
}

export class SessionModel {
  readonly selection: Selection;
  readonly main: SlimFile;
  #agents: readonly AgentSlim[] = [];
  #thread: Thread | undefined;
  #tree: AgentTree | undefined;
  #mayHaveAgents: boolean | undefined;
  readonly #views = new Map<string, ThreadView>();
  #updating: Promise<Update> | undefined;

  constructor(selection: Selection) {
    this.selection = selection;
    this.main = new SlimFile(selection.file);
  }

  /** Brings the model up to date with its files; questions asked meanwhile wait for the same reading. */
  update(agents: readonly AgentFile[]): Promise<Update> {
    this.#updating ??= this.#update(agents).finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  get sessionId(): string {
    return sessionIdOf(this.selection) ?? '';
  }

  get fingerprint(): string {
    const hash = createHash('sha1');
    for (const { slim } of this.#agents) hash.update(`${slim.file} ${slim.fingerprint}\n`);
    return `${this.main.fingerprint}-${hash.digest('hex').slice(0, 8)}`;
  }

  get bytes(): number {
    return this.main.bytes + this.#agents.reduce((sum, { slim }) => sum + slim.bytes, 0);
  }

  get thread(): Thread {
    this.#thread ??= buildThread(this.main.lines, this.selection.kind === 'agent' ? 'agent' : 'main');
    return this.#thread;
  }

  get tree(): AgentTree {
    this.#tree ??= linkAgents(
      this.thread,
      this.#agents.map(({ agentId, slim, meta }) => ({
        agentId,
        file: slim.file,
        meta,
        entries: slim.lines.filter((line) => line.kind === 'entry'),
      })),
    );
    return this.#tree;
  }

  /** The agents of the tree. Most long sessions have none, and then the tree need not be made to know it. */
  get agents(): Pick<AgentTree, 'children' | 'unlinked' | 'internal' | 'missing'> {
    this.#mayHaveAgents ??= this.#agents.length > 0 || this.thread.entries.some(tellsOfAgent);
    return this.#mayHaveAgents ? this.tree : { children: [], unlinked: [], internal: [], missing: [] };
  }

  /** Each agent's own file as a thread. */
  agentThreads(): { readonly agentId: string; readonly thread: Thread }[] {
    return this.#agents.map(({ agentId, slim }) => ({ agentId, thread: buildThread(slim.lines, 'agent') }));
  }

  get title(): string | undefined {
    return sessionTitle(this.main.lines).title || undefined;
  }

  view(query: ThreadQuery = {}): ThreadView {
    const key = JSON.stringify([query.agent, query.branch]);
    const known = this.#views.get(key);
    if (known) return known;
    const agent = query.agent === undefined ? undefined : pickAgent(this.tree.all, query.agent);
    const source = agent ? agentSource(this.sessionId, agent) : this.#mainSource();
    const branch = query.branch === undefined ? undefined : pickBranch(source.thread.branches, query.branch);
    const transcript = openTranscript(branch ? { ...source, branch } : source, { agents: 'reference' });
    const view = new ThreadView(transcript, source.thread, this.#fileOf(agent));
    this.#views.set(key, view);
    if (this.#views.size > MOST_VIEWS) this.#views.delete(this.#views.keys().next().value as string);
    return view;
  }

  #mainSource(): TranscriptSource {
    const readTitle = () => this.title;
    return {
      sessionId: this.sessionId,
      // All lines are looked through for it: only for those who show it.
      get title() {
        return readTitle();
      },
      thread: this.thread,
      agents: this.agents.children,
      otherAgents: otherAgents(this.agents),
      agentId: this.selection.kind === 'agent' ? this.selection.agent.agentId : undefined,
    };
  }

  // An agent without a file of its own has its lines in the main file.
  #fileOf(agent: AgentNode | undefined): SlimFile {
    return this.#agents.find(({ slim }) => slim.file === agent?.file)?.slim ?? this.main;
  }

  async #update(files: readonly AgentFile[]): Promise<Update> {
    const known = new Map(this.#agents.map((agent) => [agent.slim.file, agent]));
    const agents: AgentSlim[] = [];
    let changed = await this.main.update();
    for (const { agentId, file, metaFile } of files) {
      const agent = known.get(file) ?? { agentId, slim: new SlimFile(file), meta: await readMeta(metaFile) };
      try {
        const update = await agent.slim.update();
        if (update !== 'same' && changed === 'same') changed = update;
        agents.push(agent);
      } catch (error) {
        // An agent's file that vanished since it was listed counts as missing.
        if (!(error instanceof Refusal)) throw error;
      }
    }
    if (changed === 'same' && agents.length === this.#agents.length) return 'same';
    this.#agents = agents;
    this.#thread = undefined;
    this.#tree = undefined;
    this.#mayHaveAgents = undefined;
    this.#views.clear();
    return changed === 'same' ? 'read' : changed;
  }
}

const MOST_VIEWS = 4;

// An agent without a file is in the main one: as a sidechain [F2], or in what progress entries report [K3].
function tellsOfAgent(entry: Entry): boolean {
  const { value } = entry;
  if (value.isSidechain === true) return true;
  if (value.type === 'progress') return objectField(value, 'data')?.type === 'agent_progress';
  // An agent whose file is gone is told of by its call alone.
  if (value.type !== 'assistant') return false;
  return entryBlocks(entry).some((block) => isToolUse(block) && isAgentTool(block.name));
}

export function agentSource(sessionId: string, node: AgentNode): TranscriptSource {
  const { thread, conversation } = readAgent(node);
  return {
    sessionId,
    title: node.description ?? node.agentType ?? node.prompt?.split('\n', 1)[0],
    thread: thread ?? buildThread(node.entries, 'agent'),
    ...(thread ? {} : { conversation }),
    agents: node.children,
    agentId: node.agentId,
  };
}
