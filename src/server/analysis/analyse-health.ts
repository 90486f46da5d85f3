// What is wrong with a session, what clients of other times make of it, and what mending would bring.
import { quoteWord } from '../../base/quote-word.ts';
import { CHECK_RULES } from '../../check/check-session.ts';
import { whatHolds } from '../../check/what-holds.ts';
import { predictResume } from '../../context/predict-resume.ts';
import type { Selection } from '../../disk/select-session.ts';
import { checkSelection } from '../../load/check-files.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { repairSession } from '../../load/repair-session.ts';
import { isCompactBoundary, messageIdOf, uuidOf } from '../../log/fields.ts';
import { activeBranch } from '../../session/session.ts';
import type { HealthAnswer, HealthMoreAnswer, HealthProblem } from '../api.ts';
import { compareClients } from './compare-clients.ts';

interface HealthContext {
  readonly selection: Selection;
  readonly dataDir: string;
  readonly now: () => Date;
  readonly newUuid: () => string;
}

/** The problems, as `check` finds them: the page's first answer. */
export async function analyseHealth({ selection, now }: HealthContext): Promise<HealthAnswer> {
  const check = await checkSelection(selection, now().getTime());
  const rules = new Map(CHECK_RULES.map((rule) => [rule.id, rule]));
  const problems = check.problems.map((problem): HealthProblem => {
    const rule = rules.get(problem.rule);
    const mendable = /clew repair/.test(problem.remedy);
    return { ...problem, mendable, ...(rule ? { formatRule: rule.formatRule } : {}) };
  });
  const found = new Set(problems.map(({ rule }) => rule));
  const count = (severity: HealthProblem['severity']) =>
    problems.filter((one) => one.severity === severity).length;
  return {
    ok: check.ok,
    resume: check.resume,
    counts: { errors: count('error'), warnings: count('warning'), notes: count('note') },
    problems: problems.slice(0, MOST_PROBLEMS),
    passed: CHECK_RULES.filter(({ id }) => !found.has(id)).map(({ id }) => ({
      rule: id,
      sentence: whatHolds(id),
    })),
    inPlaceCommand: `clew repair ${quoteWord((check.sessionId ?? '').slice(0, 8))} --in-place`,
  };
}

/** What takes longer: what each client loads, what mending would bring, where along the file messages are lost. */
export async function analyseHealthMore(
  open: OpenSession,
  context: HealthContext,
): Promise<HealthMoreAnswer> {
  const clients = compareClients(open);
  const { stretches, compacted } = findStretches(open);
  const preview = await repairSession(open, context.selection, {
    ...context,
    dryRun: true,
    inPlace: true,
  }).catch(() => undefined);
  return {
    clients,
    stretches,
    ...(compacted ? { compacted } : {}),
    mendedLines: [
      ...new Set((preview?.mended ?? []).flatMap(({ place }) => (place ? [place.line] : []))),
    ].slice(0, MOST_PROBLEMS),
    ...(preview && preview.mended.length > 0 ? { mended: preview.coverage.after } : {}),
  };
}

/** A file that is damaged throughout has a problem in every line: no one reads more of them than this. */
const MOST_PROBLEMS = 2000;
const MOST_STRETCHES = 60;

// Messages of the main thread in file order, and how many of each stretch a resume loads.
function findStretches(open: OpenSession): Pick<HealthMoreAnswer, 'stretches' | 'compacted'> {
  const sent = new Set<string>();
  for (const message of predictResume(open.thread.lines, { compare: false }).messages) {
    for (const { entries } of message.sources) for (const entry of entries) sent.add(uuidOf(entry) ?? '');
  }
  const talk = new Map<string, { line: number; loaded: boolean }>();
  for (const entry of open.thread.entries) {
    const { type, isSidechain } = entry.value;
    if ((type !== 'user' && type !== 'assistant') || isSidechain === true) continue;
    const key = messageIdOf(entry) ?? uuidOf(entry) ?? `line ${entry.place.line}`;
    const known = talk.get(key);
    const loaded = sent.has(uuidOf(entry) ?? '-') || (known?.loaded ?? false);
    talk.set(key, { line: known?.line ?? entry.place.line, loaded });
  }
  const messages = [...talk.values()];
  const size = Math.max(1, Math.ceil(messages.length / MOST_STRETCHES));
  const stretches: HealthMoreAnswer['stretches'][number][] = [];
  for (let at = 0; at < messages.length; at += size) {
    const part = messages.slice(at, at + size);
    stretches.push({
      from: part[0]?.line ?? 0,
      to: part.at(-1)?.line ?? 0,
      messages: part.length,
      loaded: part.filter(({ loaded }) => loaded).length,
    });
  }
  const line = lastCompaction(open);
  if (line === undefined) return { stretches };
  const before = messages.filter((one) => one.line < line && !one.loaded);
  return { stretches, compacted: { line, messages: before.length } };
}

function lastCompaction({ thread }: OpenSession): number | undefined {
  const nodes = activeBranch(thread)?.segments.flatMap((segment) => segment.nodes);
  return nodes?.findLast(({ entry }) => isCompactBoundary(entry))?.entry.place.line;
}
