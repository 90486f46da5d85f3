// The plan of a clone as the Cut page shows it, and the making of it.
import type { JsonObject } from '../../base/json.ts';
import { NEWEST_CLIENT } from '../../context/client-behaviour.ts';
import { predictResume } from '../../context/predict-resume.ts';
import { attributeTokens } from '../../context/tokens/attribute-tokens.ts';
import { readCutSize } from '../../context/tokens/cut-size.ts';
import type { Selection } from '../../disk/select-session.ts';
import { priceClone } from '../../load/clone-cost.ts';
import { type CloneReport, cloneSession } from '../../load/clone-session.ts';
import { CloneSidecars } from '../../load/clone-sidecars.ts';
import { agentRefusal } from '../../load/clone-source.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { type CloneCuts, type ClonePlan, planClone } from '../../load/plan-clone.ts';
import { readLines } from '../../load/read-lines.ts';
import { SessionIds } from '../../load/session-ids.ts';
import { uuidOf } from '../../log/fields.ts';
import { joinMessages } from '../../session/messages.ts';
import { resumeCommand } from '../../session/resume-command.ts';
import { pairToolCalls } from '../../session/tool-calls.ts';
import { groupTurns } from '../../session/turns.ts';
import type { CutSession } from '../../transform/cut-session.ts';
import { layOutSession } from '../../transform/lay-out-session.ts';
import { sessionBytes } from '../../transform/write-session.ts';
import type { CutAnswer, CutCost, CutInput, CutPlanAnswer } from '../api.ts';
import { ownPrices } from '../own-prices.ts';
import { listCutThings } from './list-cut-things.ts';
import { isLong, planInParts, sourceBytes } from './plan-in-parts.ts';
import { prepareCuts } from './prepare-cuts.ts';
import { makeTokenTable, type TokenTable } from './token-table.ts';

export interface CutContext {
  readonly selection: Selection;
  readonly dataDir: string;
  readonly now: () => Date;
  readonly newUuid: () => string;
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
  /** Plans chapter by chapter; by default where the session is long. */
  readonly inParts?: boolean;
}

export async function planCut(
  open: OpenSession,
  input: CutInput,
  context: CutContext,
): Promise<CutPlanAnswer> {
  if (open.thread.kind === 'agent') throw agentRefusal();
  const cuts = await prepareCuts(input, open);
  const inParts = context.inParts ?? isLong(open);
  const plan = inParts ? await planInParts(open, cuts, context.newUuid) : planClone(open.thread, cuts);
  const { source, table, model } = await weighSource(open, cuts, plan, context);
  const { groups, tools, perTurn } = listCutThings(source, plan.session, table, model);
  const { before, after } = plan.context;
  const sure = before.basis !== 'estimated' && after.basis !== 'estimated';
  const tokens = {
    before: before.total,
    after: after.total,
    basis: sure ? ('attributed' as const) : ('estimated' as const),
  };
  const window = after.window?.tokens ?? before.window?.tokens;
  return {
    title: plan.title,
    changes: plan.changes,
    left: plan.left,
    turns: plan.turns,
    bytes: { before: sourceBytes(open), after: countBytes(plan) },
    tokens,
    byKind: { before: before.byKind, after: after.byKind },
    agents: await countAgents(open, plan, cuts, context),
    perTurn: [...perTurn]
      .filter(([turn]) => turn > 0)
      .sort(([a], [b]) => a - b)
      .map(([turn, sums]) => ({ turn, ...sums, sent: sums.before > 0 })),
    goes: groups,
    tools,
    cost: priceCopy(open, tokens),
    notes: plan.notes,
    ...(window === undefined ? {} : { window }),
  };
}

/** Which of the session's agents go with the copy. */
async function countAgents(
  open: OpenSession,
  plan: ClonePlan,
  { cuts = [] }: CloneCuts,
  { selection, newUuid }: CutContext,
): Promise<CutPlanAnswer['agents']> {
  if (open.agents.length === 0) return { kept: 0, left: 0 };
  const identity = new SessionIds(newUuid(), open.sessionId, newUuid);
  const withoutSnapshots = cuts.some(({ drop }) => drop?.includes('snapshots'));
  const sidecars = await CloneSidecars.of({ source: open, selection, identity, withoutSnapshots });
  sidecars.noteSource(open.thread.entries);
  sidecars.noteClone(plan.session);
  return sidecars.list(plan.title).agents;
}

/** What going on with a copy costs, by the session's own model. */
export function priceCopy(
  { thread }: OpenSession,
  tokens: { readonly before: number; readonly after: number },
): CutCost {
  const cost = priceClone(thread, tokens, ownPrices());
  return {
    ...(cost ? { model: cost.model } : {}),
    ...(cost?.usd ? { firstRequestUSD: cost.usd.write, laterSavedUSD: cost.usd.savedPerRequest } : {}),
  };
}

export async function makeCut(open: OpenSession, input: CutInput, context: CutContext): Promise<CutAnswer> {
  const asked = { ...(input as unknown as JsonObject), by: 'web' };
  const report = await cloneSession(open, context.selection, {
    ...(await prepareCuts(input, open)),
    ...context,
    asked,
  });
  return describeClone(report);
}

/** What came of a clone, with a look at what the newest client loads of the file as it was written. */
export async function describeClone(report: CloneReport): Promise<CutAnswer> {
  const { loads, of } = predictResume(await readLines(report.file), { compare: false });
  const { sessionId, title, cwd, tokens, turns, bytes, changes, notes } = report;
  return {
    key: sessionId,
    sessionId,
    title,
    resumeCommand: resumeCommand(sessionId, cwd),
    tokens,
    turns,
    bytes,
    changes,
    loads: { loads, of, client: NEWEST_CLIENT },
    notes,
    ...(cwd === undefined ? {} : { cwd }),
  };
}

interface WeighedSource {
  /** The conversation that the plan was cut from: to the same end, with nothing taken out. */
  readonly source: CutSession;
  readonly table: TokenTable;
  readonly model: string;
}

/** By the end that was asked for, for as long as the session is held: every tick on the page is a plan. */
const weighed = new WeakMap<OpenSession, Map<string, WeighedSource>>();

async function weighSource(
  open: OpenSession,
  { leaf, uncompact }: CloneCuts,
  plan: ClonePlan,
  { newUuid, inParts = isLong(open) }: CutContext,
): Promise<WeighedSource> {
  const known = weighed.get(open) ?? new Map<string, WeighedSource>();
  weighed.set(open, known);
  const end = `${leaf} ${uncompact}`;
  const before = known.get(end);
  if (before) return before;
  const to = {
    ...(leaf === undefined ? {} : { leaf }),
    ...(uncompact === undefined ? {} : { uncompact }),
  };
  const source = inParts ? (await planInParts(open, to, newUuid)).session : sourceOf(open, plan);
  const entries = source.items.flatMap(({ role, entry }) => (role === 'chain' && entry ? [entry] : []));
  const conversation = { entries, messages: joinMessages(entries), turns: groupTurns(entries) };
  const ledger = attributeTokens(conversation, readCutSize(open.thread.entries));
  const table = makeTokenTable(ledger, pairToolCalls(entries).calls);
  const made = { source, table, model: ledger.requests.at(-1)?.model ?? '' };
  known.set(end, made);
  return made;
}

function sourceOf(open: OpenSession, plan: ClonePlan): ReturnType<typeof layOutSession>['session'] {
  const last = plan.session.items.findLast(
    ({ role, entry }) => role === 'chain' && entry !== undefined,
  )?.entry;
  const own = layOutSession(open.thread).session;
  const leaf = last && uuidOf(last);
  const inside = own.items.some(({ entry }) => entry !== undefined && uuidOf(entry) === leaf);
  return inside || leaf === undefined ? own : layOutSession(open.thread, leaf).session;
}

function countBytes(plan: ClonePlan): number {
  let bytes = 0;
  for (const chunk of sessionBytes(plan.session)) bytes += chunk.length;
  return bytes;
}
