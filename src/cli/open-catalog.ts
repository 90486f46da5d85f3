// What commands that use the catalog begin with: open it, bring it up to date with progress on stderr, and say what was odd.
import { formatBytes } from '../base/format-number.ts';
import { CatalogCore, catalogFile } from '../catalog/catalog-core.ts';
import { MEMORY } from '../catalog/open-database.ts';
import type { SyncPart } from '../catalog/sync/plan-sync.ts';
import type { SyncProgress, SyncReport } from '../catalog/sync/sync-catalog.ts';
import type { CommandInput } from './command.ts';
import type { CliContext } from './context.ts';
import { machineOf } from './machine-of.ts';
import { ProgressLine } from './progress-line.ts';
import { wantsCatalog } from './read-flags.ts';
import { remark } from './remark.ts';

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
  if (catalog.rebuilt !== undefined) remark(context, input, catalog.rebuilt);
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
  const line = new ProgressLine(context, input);
  try {
    const onProgress = (progress: SyncProgress): void => line.show(() => describeProgress(progress));
    return await catalog.sync({ homes, onProgress, ...(parts && { parts }) });
  } finally {
    line.clear();
    if (catalog.rebuilt !== undefined && catalog.rebuilt !== before) remark(context, input, catalog.rebuilt);
  }
}

const BAR = 24;

function describeProgress({ files, filesDone, bytes, bytesDone }: SyncProgress): string {
  const part = bytes === 0 ? 1 : bytesDone / bytes;
  const done = Math.round(part * BAR);
  const bar = `${'━'.repeat(done)}${'╌'.repeat(BAR - done)}`;
  const percent = `${Math.floor(part * 100)}`.padStart(3);
  return `${bar} ${percent} %  reading ${filesDone} of ${files} files, ${formatBytes(bytesDone)} of ${formatBytes(bytes)}`;
}
