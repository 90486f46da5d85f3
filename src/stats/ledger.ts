// Joins usage records into messages, each counted once over all files [K3], with whose work it was and what it called.
import { SYNTHETIC } from '../log/fields.ts';
import { internalKind } from '../session/internal-agent.ts';
import type { TokenFigures } from '../session/usage.ts';
import type { ClientLedger, FileUsage, ToolUse, UsageFile, UsageRecord, WorkerKind } from './usage-record.ts';

/** One answer of a model, from all its lines in all files; its figures are those of the copy with the most output tokens [K3]. */
export interface LedgerMessage extends TokenFigures {
  readonly id: string | undefined;
  /** The earliest time of any copy [K3]. */
  readonly time: number | undefined;
  /** `(none)` where the line names no model. */
  readonly model: string;
  readonly fast: boolean;
  readonly usOnly: boolean;
  /** False where no copy has a stop reason: `output` is then only "at least" [M3]. */
  readonly final: boolean;
  readonly kind: WorkerKind;
  readonly sessionId: string | undefined;
  /** Sessions that hold a copy of it in their files: forks, and resumes of old clients [G7]. */
  readonly copiedTo: readonly string[];
  readonly agentId: string | undefined;
  readonly project: string | undefined;
  readonly slug: string;
  readonly tools: readonly ToolUse[];
}

export interface SessionLedger {
  readonly sessionId: string | undefined;
  readonly file: string;
  readonly ledger: ClientLedger;
}

/** All answers of some files, each once, and the client’s own sums. */
export interface Ledger {
  /** In order of first appearance. The client's own words (`<synthetic>`) are no requests and not among them [M6]. */
  readonly messages: readonly LedgerMessage[];
  readonly clientLedgers: readonly SessionLedger[];
}

/** Joins the usage of files into answers, each counted once over all of them [K3]. */
export function buildLedger(files: Iterable<FileUsage>): Ledger {
  const drafts = new Map<string, Draft>();
  const lone: Draft[] = [];
  const clientLedgers: SessionLedger[] = [];
  const projects = new ProjectNames();
  for (const { file, records, costState } of files) {
    projects.add(file);
    if (costState) clientLedgers.push({ sessionId: file.sessionId, file: file.file, ledger: costState });
    for (const record of records) {
      if (record.model === SYNTHETIC) continue;
      const known = record.id === undefined ? undefined : drafts.get(record.id);
      if (known) addCopy(known, record, file);
      else {
        const draft = openDraft(record, file);
        if (record.id === undefined) lone.push(draft);
        else drafts.set(record.id, draft);
      }
    }
  }
  const messages: LedgerMessage[] = [];
  for (const draft of drafts.values()) messages.push(closeDraft(draft, projects));
  for (const draft of lone) messages.push(closeDraft(draft, projects));
  return { messages, clientLedgers };
}

/** Whose line it is: the file's, unless the line of a main file says that an agent wrote it. */
export function workerOf(
  record: Pick<UsageRecord, 'agentId' | 'sidechain'>,
  file: UsageFile,
): { readonly kind: WorkerKind; readonly agentId: string | undefined } {
  if (file.kind !== 'main') return { kind: file.kind, agentId: file.agentId ?? record.agentId };
  const { agentId } = record;
  if (!record.sidechain) return { kind: 'main', agentId: undefined };
  // Of an agent that only progress entries tell of, its id is all there is to judge by.
  const internal = agentId !== undefined && internalKind(agentId, []) !== undefined;
  return { kind: internal ? 'internal' : 'agent', agentId };
}

interface Draft {
  readonly id: string | undefined;
  /** The copy whose figures count, and the one that tells whose work it is, with their files. */
  figures: UsageRecord;
  figuresFile: UsageFile;
  home: UsageRecord;
  homeFile: UsageFile;
  final: boolean;
  /** Those of the first line; of all lines, where others have some, too. */
  readonly firstTools: readonly ToolUse[];
  tools: Map<string, ToolUse> | undefined;
  /** Every session in whose files it stands, where there are several. */
  sessions: Set<string> | undefined;
}

function openDraft(record: UsageRecord, file: UsageFile): Draft {
  return {
    id: record.id,
    figures: record,
    figuresFile: file,
    home: record,
    homeFile: file,
    final: record.final,
    firstTools: record.tools,
    tools: undefined,
    sessions: undefined,
  };
}

function addCopy(draft: Draft, record: UsageRecord, file: UsageFile): void {
  if (record.final) draft.final = true;
  if (isBetterCopy(record, file, draft.figures, draft.figuresFile)) {
    draft.figures = record;
    draft.figuresFile = file;
  }
  if (file !== draft.homeFile && file.sessionId !== undefined) {
    draft.sessions ??= new Set(draft.homeFile.sessionId === undefined ? [] : [draft.homeFile.sessionId]);
    draft.sessions.add(file.sessionId);
  }
  if (compareHome(record, file, draft.home, draft.homeFile) < 0) {
    draft.home = record;
    draft.homeFile = file;
  }
  if (record.tools.length > 0) addTools(draft, record.tools);
}

/** What tells which of two copies counts. */
export type HomeCopy = Pick<UsageRecord, 'time' | 'offset' | 'output' | 'source' | 'sessionId'>;

/** Whether the first copy's figures count rather than the second's: more output tokens, else the earlier one [K3]. */
export function isBetterCopy(a: HomeCopy, aFile: UsageFile, b: HomeCopy, bFile: UsageFile): boolean {
  return a.output > b.output || (a.output === b.output && comparePlace(a, aFile, b, bFile) < 0);
}

// A line that is logged again repeats its call, with the same id.
function addTools(draft: Draft, more: readonly ToolUse[]): void {
  draft.tools ??= new Map(draft.firstTools.map((tool) => [toolKey(tool), tool]));
  for (const tool of more) draft.tools.set(toolKey(tool), tool);
}

function toolKey({ id, name }: ToolUse): string {
  return `${id} ${name}`;
}

// A message belongs to the copy that was written first. Copies of one time: an agent's own file tells more than the
// progress entry that repeats it, and a line in the session that it names more than one that was carried over [G7].
export function compareHome(a: HomeCopy, aFile: UsageFile, b: HomeCopy, bFile: UsageFile): number {
  return (
    compareTime(a, b) ||
    Number(a.source === 'progress') - Number(b.source === 'progress') ||
    Number(isCarriedOver(a, aFile)) - Number(isCarriedOver(b, bFile)) ||
    comparePlace(a, aFile, b, bFile)
  );
}

function isCarriedOver(record: HomeCopy, file: UsageFile): boolean {
  return record.sessionId !== undefined && record.sessionId !== file.sessionId;
}

// So that the order in which files are found decides nothing.
function comparePlace(a: HomeCopy, aFile: UsageFile, b: HomeCopy, bFile: UsageFile): number {
  const byTime = compareTime(a, b);
  if (byTime !== 0) return byTime;
  if (aFile.file !== bFile.file) return aFile.file < bFile.file ? -1 : 1;
  return a.offset - b.offset;
}

function compareTime(a: HomeCopy, b: HomeCopy): number {
  if (a.time === b.time) return 0;
  if (a.time === undefined) return 1;
  return b.time === undefined ? -1 : a.time - b.time;
}

function closeDraft(draft: Draft, projects: ProjectNames): LedgerMessage {
  const { figures, home, homeFile } = draft;
  const sessionId = home.sessionId ?? homeFile.sessionId;
  const worker = workerOf(home, homeFile);
  return {
    id: draft.id,
    time: home.time,
    model: figures.model ?? '(none)',
    input: figures.input,
    output: figures.output,
    cacheRead: figures.cacheRead,
    cacheWrite5m: figures.cacheWrite5m,
    cacheWrite1h: figures.cacheWrite1h,
    webSearches: figures.webSearches,
    fast: figures.fast,
    usOnly: figures.usOnly,
    final: draft.final,
    kind: worker.kind,
    agentId: worker.agentId,
    sessionId,
    copiedTo: draft.sessions ? [...draft.sessions].filter((id) => id !== sessionId).sort() : NOWHERE,
    project: projects.of(sessionId, homeFile),
    slug: homeFile.slug,
    tools: draft.tools ? [...draft.tools.values()] : draft.firstTools,
  };
}

const NOWHERE: readonly string[] = [];

// An agent may work in another folder than its session: its answers belong to the session's project all the same.
export class ProjectNames {
  readonly #bySession: Map<string, string> = new Map();
  readonly #bySlug: Map<string, string | undefined> = new Map();

  add({ sessionId, kind, project, slug }: UsageFile): void {
    if (project === undefined) return;
    if (sessionId !== undefined && kind === 'main' && !this.#bySession.has(sessionId))
      this.#bySession.set(sessionId, project);
    // Two folders can share a slug; then it says nothing [F1].
    if (!this.#bySlug.has(slug)) this.#bySlug.set(slug, project);
    else if (kind === 'main' && this.#bySlug.get(slug) !== project) this.#bySlug.set(slug, undefined);
  }

  of(sessionId: string | undefined, { project, slug }: UsageFile): string | undefined {
    const own = sessionId === undefined ? undefined : this.#bySession.get(sessionId);
    return own ?? project ?? this.#bySlug.get(slug);
  }
}
