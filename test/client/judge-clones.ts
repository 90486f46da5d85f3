// Makes clones of sessions, and judges them by what a client sends of them and of their sources.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Refusal } from '../../src/base/refusal.ts';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { cloneSession } from '../../src/load/clone-session.ts';
import { compareTexts } from './compare-texts.ts';
import { disagreement } from './judge.ts';
import type { JudgedCut } from './judged-cuts.ts';
import { openCopy } from './open-copy.ts';
import { passedThoughts } from './passed-thoughts.ts';
import { requestFaults } from './request-faults.ts';
import type { Resumed } from './resume.ts';
import { resumeMany } from './resume-many.ts';

export interface Clone {
  /** Of source and cut, for the findings. */
  readonly name: string;
  readonly source: string;
  readonly cut: JudgedCut;
  /** Undefined where clew refused, and why. */
  readonly file: string | undefined;
  readonly refused?: string;
}

export interface JudgedClones {
  readonly made: number;
  /** Clones that are sent as clew predicts. */
  readonly predicted: number;
  /** Clones whose texts were compared with their source's. */
  readonly compared: number;
  /** What is wrong, in words. */
  readonly broken: readonly string[];
}

/** A session of one turn has no second one to keep; what no client can resume is not cloned; a cut may leave nothing. */
const REFUSED = ['no-such-turns', 'nothing-to-resume', 'nothing-left'];

/** The clones are made below `folder`; `title` is what the source is called in the findings. */
export async function makeClones(
  source: string,
  cuts: readonly JudgedCut[],
  folder: string,
  title: string = basename(source).slice(0, 8),
): Promise<Clone[]> {
  const { open, selection, surroundings } = await openCopy(source, folder);
  const clones: Clone[] = [];
  for (const cut of cuts) {
    const head = { name: `${title} ${cut.name}`, source, cut };
    try {
      const { file } = await cloneSession(open, selection, { ...surroundings, cuts: cut.cuts });
      clones.push({ ...head, file });
    } catch (error) {
      if (!(error instanceof Refusal) || !REFUSED.includes(error.code)) throw error;
      clones.push({ ...head, file: undefined, refused: error.code });
    }
  }
  return clones;
}

export async function judgeClones(version: string, clones: readonly Clone[]): Promise<JudgedClones> {
  const sources = [...new Set(clones.map(({ source }) => source))];
  const files = clones.flatMap(({ file }) => file ?? []);
  const results = await resumeMany(version, [...sources, ...files]);
  if (version === NEWEST_CLIENT)
    for (const source of sources) inNewest.set(source, results.get(source) as Resumed);
  const newest = await resumeInNewest(sources);
  const judged = { made: files.length, predicted: 0, compared: 0, broken: [] as string[] };
  for (const { name, source, cut, file, refused } of clones) {
    const own = results.get(source) as Resumed;
    const note = (faults: readonly string[]) => judged.broken.push(...faults.map((one) => `${name}: ${one}`));
    if (file === undefined) {
      const isCutToBlame = cut.cuts.length > 0 && refused !== 'nothing-to-resume';
      if (own.kind === 'sent' && !isCutToBlame) note(['not cloned, though the client resumes the source']);
      continue;
    }
    const cloned = results.get(file) as Resumed;
    const found = await disagreement(file, version, cloned);
    if (found === undefined) judged.predicted++;
    else note([found]);
    // What the client makes of the source itself is no fault of the clone: a session whose first prompt is lost, say.
    const inherited = own.kind === 'sent' ? requestFaults(own.body) : [];
    const faults = cloned.kind === 'sent' ? requestFaults(cloned.body) : [];
    note(faults.filter((fault) => !inherited.includes(fault)));
    // On a busy machine no request may come in time: that leaves the clone without a judge. A source that the client itself
    // cannot read (a line `null` breaks 2.1.200) has none.
    const late = own.kind === 'hung' ? await disagreement(source, version, own) : undefined;
    if (late !== undefined) note([`of the source itself: ${late}`]);
    // A rewind to before a compaction brings back what the source no longer sends: the prediction alone judges it.
    if (own.kind !== 'sent' || (cut.law.excerpt && (await hasCompaction(source)))) continue;
    if (cloned.kind !== 'sent') {
      note([cloned.kind]);
      continue;
    }
    judged.compared++;
    const read = newest.get(source);
    const passed = own === read ? new Set<string>() : await passedThoughts(source, read);
    note(compareTexts({ own, newest: read, passed }, cloned, cut.law));
  }
  return judged;
}

// Every older client's clones are compared with this, too: it is asked for once per source.
const inNewest: Map<string, Resumed> = new Map();

async function resumeInNewest(sources: readonly string[]): Promise<ReadonlyMap<string, Resumed>> {
  const missing = sources.filter((source) => !inNewest.has(source));
  if (missing.length > 0)
    for (const [source, resumed] of await resumeMany(NEWEST_CLIENT, missing)) inNewest.set(source, resumed);
  return inNewest;
}

async function hasCompaction(file: string): Promise<boolean> {
  return (await readFile(file, 'utf8')).includes('"subtype":"compact_boundary"');
}
