// What is wrong with a session, what clients of other times make of it, and what mending would bring.
import { CHECK_RULES } from '../../check/check-session.ts';
import { whatHolds } from '../../check/what-holds.ts';
import { MEASURED_CLIENTS } from '../../context/client-behaviour.ts';
import { predictResume } from '../../context/predict-resume.ts';
import type { Selection } from '../../disk/select-session.ts';
import { checkSelection } from '../../load/check-files.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { repairSession } from '../../load/repair-session.ts';
import { messageIdOf, uuidOf } from '../../log/fields.ts';
import { readConversation } from '../../session/session.ts';
import type { HealthAnswer, HealthProblem } from '../api.ts';

export interface HealthContext {
  readonly selection: Selection;
  readonly dataDir: string;
  readonly now: () => Date;
  readonly newUuid: () => string;
}

export async function analyseHealth(open: OpenSession, context: HealthContext): Promise<HealthAnswer> {
  const { selection, now } = context;
  const check = await checkSelection(selection, now().getTime());
  const preview = await repairSession(open, selection, { ...context, dryRun: true }).catch(() => undefined);
  const mends = new Set((preview?.mended ?? []).flatMap(({ place }) => (place ? [place.line] : [])));
  const rules = new Map(CHECK_RULES.map((rule) => [rule.id, rule]));
  const turns = turnsOfLines(open);
  const problems = check.problems.map((problem): HealthProblem => {
    const turn = turns.get(problem.line);
    const rule = rules.get(problem.rule);
    const mendable = mends.has(problem.line) || /clew repair/.test(problem.remedy);
    return {
      ...problem,
      mendable,
      ...(rule ? { formatRule: rule.formatRule } : {}),
      ...(turn === undefined ? {} : { turn }),
    };
  });
  const found = new Set(problems.map(({ rule }) => rule));
  const count = (severity: HealthProblem['severity']) =>
    problems.filter((one) => one.severity === severity).length;
  return {
    ok: check.ok,
    resume: check.resume,
    counts: { errors: count('error'), warnings: count('warning'), notes: count('note') },
    problems,
    passed: CHECK_RULES.filter(({ id }) => !found.has(id)).map(({ id }) => ({
      rule: id,
      sentence: whatHolds(id),
    })),
    clients: clientLoads(open),
    ...(preview && preview.mended.length > 0 ? { mended: preview.coverage.after } : {}),
    stretches: findStretches(open),
    inPlaceCommand: `clew repair ${open.sessionId.slice(0, 8)} --in-place`,
  };
}

/** The turn of each line of the active branch. */
function turnsOfLines(open: OpenSession): ReadonlyMap<number, number> {
  const turns = new Map<number, number>();
  for (const { number, entries } of readConversation(open.thread).turns) {
    for (const { place } of entries) turns.set(place.line, number);
  }
  return turns;
}

function clientLoads(open: OpenSession): HealthAnswer['clients'] {
  const rows: { client: string; loads: number; of: number; then: string }[] = [];
  for (const client of MEASURED_CLIENTS) {
    const { loads, of, refused, hangs, compaction } = predictResume(open.thread.lines, {
      client,
      compare: false,
    });
    const then = hangs
      ? 'hangs'
      : refused !== undefined
        ? 'finds nothing'
        : compaction?.compacts
          ? 'compacts first'
          : 'goes on';
    const last = rows.at(-1);
    // Neighbours that do the same are told once, by the newest of them.
    if (last && last.loads === loads && last.of === of && last.then === then) rows.pop();
    rows.push({ client, loads, of, then });
  }
  return rows.reverse();
}

const MOST_STRETCHES = 60;

// Messages of the main thread in file order, and how many of each stretch a resume loads.
function findStretches(open: OpenSession): HealthAnswer['stretches'] {
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
  const stretches: HealthAnswer['stretches'][number][] = [];
  for (let at = 0; at < messages.length; at += size) {
    const part = messages.slice(at, at + size);
    stretches.push({
      from: part[0]?.line ?? 0,
      to: part.at(-1)?.line ?? 0,
      messages: part.length,
      loaded: part.filter(({ loaded }) => loaded).length,
    });
  }
  return stretches;
}
