// Loads the command line's scripts with the code that V8 compiled of them last time, which it keeps in one file for each command.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { makeMissingFolders } from '../disk/make-missing-folders.ts';

/** Imports packages, which Node allows without a warning only in a script that it loaded itself. */
const IMPORTS = './import-late.js';

interface Loaded {
  readonly exports: unknown;
  readonly script: Script;
}

/** How many ways of using a command are learned: each costs the time to write the file. */
const MOST_USES = 12;

/**
 * In the file stand a line that says what the code was compiled from and by, and behind it the code of one script after
 * another; and then all of it again. V8 itself looks only at the length of a script, hence the build's name, and believes
 * any code it is given, so that a changed byte would crash the process: two copies are compared in a hundredth of the time
 * that a sum takes. Whatever is wrong with the file, the scripts are compiled as if there were none.
 */
export class KeptCode {
  readonly #folder: string;
  readonly #file: string;
  readonly #require: (id: string) => unknown;
  readonly #madeFor: string;
  readonly #code: ReadonlyMap<string, Buffer>;
  /** Those that the code was made in, this one included, and whether it is new. */
  readonly #uses: readonly string[];
  readonly #isNewUse: boolean;
  readonly #loaded = new Map<string, Loaded>();
  #isWhole = true;
  #within: <T>(load: () => T) => T = (load) => load();

  /**
   * `require` is for what is no script of `folder`. `use` tells which functions the command will run, as far as its words tell:
   * what is kept has only those that were run.
   */
  constructor(folder: string, file: string, require: (id: string) => unknown, use: string = '') {
    this.#folder = folder;
    this.#file = file;
    this.#require = require;
    const build = readFileSync(join(folder, 'build'), 'utf8');
    const { version, arch, execArgv, env } = process;
    this.#madeFor = JSON.stringify([build, version, arch, execArgv, env.NODE_OPTIONS]);
    const { code, uses } = readCode(file, this.#madeFor);
    this.#code = code;
    this.#isNewUse = !uses.includes(use) && uses.length < MOST_USES;
    this.#uses = this.#isNewUse ? [...uses, use] : uses;
  }

  /** Whether code will be written, as far as is known by now: then none that was compiled should be let go. */
  get isToBeWritten(): boolean {
    return this.#isNewUse || !this.#isWhole;
  }

  /** From now on scripts are loaded, and saved, by way of that: V8 takes code only under the settings it was made with. */
  loadWithin(within: <T>(load: () => T) => T): void {
    this.#within = within;
  }

  /** What the script exports, and like `require` for anything but a script of the folder that is kept. */
  load(id: string): unknown {
    return this.#loaded.get(id)?.exports ?? this.#within(() => this.#load(id));
  }

  #load(id: string): unknown {
    if (!id.startsWith('./') || id === IMPORTS) return this.#require(id);
    const path = join(this.#folder, id);
    const cachedData = this.#code.get(id);
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`,
      { filename: path, ...(cachedData && { cachedData }) },
    );
    // Refused where V8 has other settings, on another processor say: then it is kept anew.
    if (!cachedData || script.cachedDataRejected) this.#isWhole = false;
    const module = { exports: {} };
    // Before it runs, as scripts may load each other.
    this.#loaded.set(id, { exports: module.exports, script });
    script.runInThisContext()(
      module.exports,
      (other: string) => this.load(other),
      module,
      path,
      this.#folder,
    );
    return module.exports;
  }

  /** Keeps the code for the next time, where some was missing. Called at the end, it has every function that ran. */
  save(): void {
    if (!this.isToBeWritten) return;
    const code = new Map(this.#code);
    this.#within(() => {
      for (const [id, { script }] of this.#loaded) code.set(id, script.createCachedData());
    });
    const lengths = [...code].map(([id, { length }]) => [id, length]);
    const head = JSON.stringify({ madeFor: this.#madeFor, uses: this.#uses, lengths });
    const all = Buffer.concat([Buffer.from(`${head}\n`), ...code.values()]);
    const part = `${this.#file}.${process.pid}`;
    try {
      makeMissingFolders(dirname(this.#file), 0o700);
      writeFileSync(part, Buffer.concat([all, all]), { mode: 0o600 });
      renameSync(part, this.#file);
    } catch {
      // A folder that cannot be written to costs time, not an answer.
    }
  }
}

interface Kept {
  readonly code: ReadonlyMap<string, Buffer>;
  readonly uses: readonly string[];
}

const NOTHING: Kept = { code: new Map(), uses: [] };

function readCode(file: string, madeFor: string): Kept {
  const code = new Map<string, Buffer>();
  try {
    const both = readFileSync(file);
    const bytes = both.subarray(0, both.length / 2);
    if (!bytes.equals(both.subarray(bytes.length))) return NOTHING;
    let at = bytes.indexOf('\n') + 1;
    const head = JSON.parse(bytes.toString('utf8', 0, at));
    if (head.madeFor !== madeFor) return NOTHING;
    for (const [id, length] of head.lengths as [string, number][]) {
      code.set(id, bytes.subarray(at, at + length));
      at += length;
    }
    return at === bytes.length ? { code, uses: head.uses } : NOTHING;
  } catch {
    return NOTHING;
  }
}
