// A session while it is being forged: its ids, its clock, its files, and the habits it was asked for.
import { type Cast, pickCast } from './cast.ts';
import { type Era, type EraKey, hasKey } from './eras.ts';
import { Random } from './random.ts';
import { ThreadWriter } from './thread-writer.ts';
import type { RequestTokens } from './token-meter.ts';

/** A file of a forged home. The path is relative to the home and uses `/`. */
export interface ForgedFile {
  readonly path: string;
  readonly kind: 'session' | 'agent' | 'sidecar';
  readonly text: string;
}

export interface SessionOptions {
  readonly seed: number | string;
  readonly era: Era;
  readonly cwd: string;
  /** Milliseconds since 1970 of the first entry. */
  readonly startedAt: number;
  readonly branch: string;
  readonly thinking: 'signed' | 'empty' | 'redacted' | 'none';
  readonly progress: boolean;
  readonly attachments: boolean;
  readonly hooks: boolean;
}

/** Where forged clients pretend their home is: absolute paths inside entries start with it. */
export const CLIENT_HOME = '/home/dev/.claude';

const SLUG_WORDS: readonly (readonly string[])[] = [
  [
    'amber',
    'brisk',
    'calm',
    'dapper',
    'early',
    'fuzzy',
    'gentle',
    'hidden',
    'idle',
    'jolly',
    'keen',
    'lucid',
  ],
  [
    'baking',
    'chasing',
    'drifting',
    'folding',
    'gliding',
    'humming',
    'knitting',
    'leaping',
    'mapping',
    'sailing',
  ],
  [
    'acorn',
    'beacon',
    'cedar',
    'dune',
    'ember',
    'fjord',
    'grove',
    'harbor',
    'island',
    'lantern',
    'meadow',
    'otter',
  ],
];

export interface ModelCharge {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Of the writes, those for an hour. */
  cacheWrite1h: number;
}

export class SessionWriter {
  readonly era: Era;
  readonly random: Random;
  readonly cast: Cast;
  readonly cwd: string;
  readonly branch: string;
  readonly id: string;
  readonly slug: string;
  readonly options: SessionOptions;
  readonly main: ThreadWriter;
  readonly files: ForgedFile[] = [];
  /** Tips of the main thread after each turn: where a rewind can go back to. */
  readonly turnEnds: string[] = [];
  /** Things that happen once the running turn is over, such as the report of a background agent. */
  readonly afterTurn: (() => void)[] = [];
  /** Backups of edited files: path → version. */
  readonly backups: Map<string, number> = new Map();
  readonly prompts: string[] = [];
  now: number;
  promptId: string;
  lastPrompt = '';
  /** The entry of the last prompt: what file history hangs its snapshots on. */
  promptUuid = '';
  /** Lines added to and removed from files, and output tokens: what `cost-state` sums up [E4]. */
  readonly ledger = { added: 0, removed: 0, requests: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

  /** What each model took: the client's own ledger tells it by model. */
  readonly charged: Map<string, ModelCharge> = new Map();

  constructor(options: SessionOptions) {
    this.options = options;
    this.era = options.era;
    this.random = new Random(options.seed);
    this.cast = pickCast(this.random);
    this.cwd = options.cwd;
    this.branch = options.branch;
    this.now = options.startedAt;
    this.id = this.random.uuid();
    this.slug = SLUG_WORDS.map((words) => this.random.pick(words)).join('-');
    this.promptId = this.random.uuid();
    const base = this.random.int(11_000, 19_000);
    this.main = new ThreadWriter(this, { base, cache: this.era.cache });
  }

  get folder(): string {
    return `projects/${projectSlug(this.cwd)}`;
  }

  has(key: EraKey): boolean {
    return hasKey(this.era, key);
  }

  /** Charges an answer to its model. */
  charge(model: string, tokens: RequestTokens, output: number): void {
    const sum = this.charged.get(model) ?? {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      cacheWrite1h: 0,
    };
    this.charged.set(model, sum);
    sum.input += tokens.input;
    sum.output += output;
    sum.cacheRead += tokens.cacheRead;
    sum.cacheWrite += tokens.cacheWrite;
    if (tokens.cache === '1h') sum.cacheWrite1h += tokens.cacheWrite;
  }

  /** Lets time pass: between `low` and `high` milliseconds. */
  pass(low: number, high: number): void {
    this.now += this.random.int(low, high);
  }

  timestamp(): string {
    return new Date(this.now).toISOString();
  }

  /** The finished session: the main file first. */
  finish(): ForgedFile[] {
    const path = `${this.folder}/${this.id}.jsonl`;
    return [{ path, kind: 'session', text: this.main.text() }, ...this.files];
  }
}

/** The folder name of a project [F1]. */
export function projectSlug(cwd: string): string {
  return cwd.replace(/[^A-Za-z0-9-]/g, '-');
}
