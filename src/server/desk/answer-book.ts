// What was worked out of very long sessions: each answer once for a state of the files, remembered here or kept on disk.
import type { StoredSession } from '../store/session-store.ts';
import type { Analysis } from './analyses.ts';
import type { Analyst } from './analyst.ts';
import type { Args } from './desk.ts';
import { fingerprintOf } from './fingerprint.ts';
import { nameOf } from './local-desk.ts';
import type { Snapshots } from './snapshots.ts';

const MOST_ANSWERS = 24;
/** Answers that are kept in the data folder: they cost seconds, and the session may be opened again tomorrow. */
const STORED: ReadonlySet<Analysis> = new Set([
  'tokens',
  'weights',
  'clients',
  'files',
  'health',
  'healthMore',
  'cutOverview',
  'work',
]);

export class AnswerBook {
  readonly #analyst: Analyst;
  readonly #snapshots: Snapshots;
  readonly #answers = new Map<string, { readonly fingerprint: string; readonly json: Promise<string> }>();
  readonly #onTheirWay = new Set<Promise<unknown>>();

  constructor(analyst: Analyst, snapshots: Snapshots) {
    this.#analyst = analyst;
    this.#snapshots = snapshots;
  }

  /** The answer as JSON. */
  give(session: StoredSession, analysis: Analysis, args: Args): Promise<string> {
    const answer = this.#give(session, analysis, args);
    const ended: Promise<unknown> = answer
      .catch(() => undefined)
      .then(() => {
        this.#onTheirWay.delete(ended);
      });
    this.#onTheirWay.add(ended);
    return answer;
  }

  /** Ends when nobody waits for an answer; true where somebody did. */
  async settle(): Promise<boolean> {
    const waited = this.#onTheirWay.size > 0;
    while (this.#onTheirWay.size > 0) await Promise.all(this.#onTheirWay);
    return waited;
  }

  async #give(session: StoredSession, analysis: Analysis, args: Args): Promise<string> {
    const name = nameOf(session, analysis, args);
    const fingerprint = await fingerprintOf(session.session);
    const known = this.#answers.get(name);
    if (known?.fingerprint === fingerprint) return known.json;
    const json = this.#work(session, analysis, args, fingerprint);
    const answer = { fingerprint, json };
    json.catch(() => {
      if (this.#answers.get(name) === answer) this.#answers.delete(name);
    });
    this.#answers.set(name, answer);
    if (this.#answers.size > MOST_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    return json;
  }

  async #work(session: StoredSession, analysis: Analysis, args: Args, fingerprint: string): Promise<string> {
    if (!STORED.has(analysis) || Object.keys(args).length > 0)
      return this.#analyst.run(session, analysis, args);
    const path = this.#snapshots.pathOf(session.session.file, analysis);
    // The tokens of every item are too much to be held here: the process that needs them reads the file.
    const only = analysis === 'tokens' || analysis === 'weights';
    if (only && (await this.#snapshots.has(path, fingerprint))) return 'null';
    const kept = only ? undefined : await this.#snapshots.read(path, fingerprint);
    if (kept !== undefined) return kept;
    return this.#analyst.run(session, analysis, args, { path, fingerprint, only });
  }
}
