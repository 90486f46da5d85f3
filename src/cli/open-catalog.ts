// What commands that use the catalog begin with: open it, bring it up to date with progress on stderr, and say what was odd.

import { formatBytes } from '../base/format-number.ts';
import { CatalogCore, catalogFile } from '../catalog/catalog-core.ts';
import { MEMORY } from '../catalog/open-database.ts';
import type { SyncPart } from '../catalog/sync/plan-sync.ts';
import type { SyncProgress, SyncReport } from '../catalog/sync/sync-catalog.ts';
import type { CommandInput, FlagSpec } from './command.ts';
import type { CliContext } from './context.ts';
import { machineOf } from './machine-of.ts';

export const NO_CATALOG_FLAG: FlagSpec = {
  flags: '--no-catalog',
  text: 'read the session files alone: nothing is kept, everything takes longer',
};

/** Whether the person wants it: `--no-catalog` was not given. */
export function wantsCatalog(input: CommandInput): boolean {
  return input.flags.catalog !== false;
}

/** Without the catalog, one in memory takes its place: the same answers, and nothing is left behind. */
export function openCatalog(context: CliContext, input: CommandInput): CatalogCore {
  return openCatalogOf(CatalogCore, context, input);
}

/** The same for a command that wants more of it than lists. */
export function openCatalogOf<Kind extends CatalogCore>(
  kind: new (file: string) => Kind,
  context: CliContext,
  input: CommandInput,
): Kind {
  const catalog = new kind(wantsCatalog(input) ? catalogFile(machineOf(context)) : MEMORY);
  if (catalog.rebuilt !== undefined && !input.quiet) context.printError(`clew: ${catalog.rebuilt}\n`);
  return catalog;
}

export async function syncWithProgress(
  catalog: CatalogCore,
  homes: readonly string[],
  context: CliContext,
  input: CommandInput,
  parts?: readonly SyncPart[],
): Promise<SyncReport> {
  const before = catalog.rebuilt;
  const line = new SyncLine(context, input);
  try {
    const onProgress = (progress: SyncProgress): void => line.show(progress);
    return await catalog.sync({ homes, onProgress, ...(parts && { parts }) });
  } finally {
    line.clear();
    if (catalog.rebuilt !== before && !input.quiet) context.printError(`clew: ${catalog.rebuilt}\n`);
  }
}

const BAR = 24;

/** A bar on stderr, at most ten times a second, and only where the work is worth telling of. */
class SyncLine {
  readonly #context: CliContext;
  readonly #wanted: boolean;
  #shownAt: number;
  #shown = false;

  constructor(context: CliContext, input: CommandInput) {
    this.#context = context;
    this.#wanted = context.progress && !input.quiet;
    this.#shownAt = performance.now() + 200;
  }

  show({ files, filesDone, bytes, bytesDone }: SyncProgress): void {
    const now = performance.now();
    if (!this.#wanted || now - this.#shownAt < 100) return;
    this.#shownAt = now;
    this.#shown = true;
    const part = bytes === 0 ? 1 : bytesDone / bytes;
    const done = Math.round(part * BAR);
    const bar = `${'━'.repeat(done)}${'╌'.repeat(BAR - done)}`;
    const percent = `${Math.floor(part * 100)}`.padStart(3);
    this.#context.printError(
      `\r\u001b[K${bar} ${percent} %  reading ${filesDone} of ${files} files, ${formatBytes(bytesDone)} of ${formatBytes(bytes)}`,
    );
  }

  clear(): void {
    if (this.#shown) this.#context.printError('\r\u001b[K');
    this.#shown = false;
  }
}
