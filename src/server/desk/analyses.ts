// The questions that need a session's whole texts, by name: each opens it, answers in JSON, and lets it go.
import { randomUUID } from 'node:crypto';
import type { Selection } from '../../disk/select-session.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { contextOf, weightsOf } from '../analysis/analyse-context.ts';
import { compareClients } from '../analysis/compare-clients.ts';
import type { ExportInput } from '../analysis/write-export.ts';
import type {
  CompressInput,
  CutInput,
  FileDiffQuery,
  FileRestoreInput,
  RepairAnswer,
  RepairInput,
} from '../api.ts';
import type { Args, RunWatch } from './desk.ts';

interface AnalysisContext {
  readonly selection: Selection;
  readonly dataDir: string;
  readonly onProgress?: RunWatch['onProgress'];
  readonly signal?: AbortSignal;
}

/** Reads the session whole, once for all that is asked of one state of its files. */
type Opener = () => Promise<OpenSession>;

type Analyst = (opener: Opener, args: Args, context: AnalysisContext) => unknown;

export type Analysis =
  | 'tokens'
  | 'weights'
  | 'clients'
  | 'work'
  | 'files'
  | 'fileDiff'
  | 'fileRestore'
  | 'export'
  | 'health'
  | 'healthMore'
  | 'repair'
  | 'cutOverview'
  | 'cutPlan'
  | 'cut'
  | 'compressPlan'
  | 'compress';

// Reading is what most do: what checks, mends and cuts is loaded when it is first asked for.
const loadHealth = () => import('../analysis/analyse-health.ts');
const loadCut = () => import('../analysis/plan-cut.ts');
const loadCompress = () => import('../analysis/plan-compression.ts');
const loadFiles = () => import('../analysis/analyse-files.ts');
const loadOverview = () => import('../analysis/cut-overview.ts');

/** Loads what most pages ask for. */
export async function loadAnalyses(): Promise<void> {
  for (const load of [loadFiles, loadHealth, loadOverview]) await load();
}

export const ANALYSES: Readonly<Record<Analysis, Analyst>> = {
  tokens: async (open, { client }) =>
    contextOf(await open(), typeof client === 'string' ? client : undefined),
  weights: async (open) => weightsOf(await open()),
  clients: async (open) => compareClients(await open()),
  work: async (open) => (await import('../analysis/analyse-work.ts')).analyseWork(await open()),
  files: async (open, _, { selection }) => (await loadFiles()).analyseFiles(await open(), selection),
  fileDiff: async (open, args, { selection }) =>
    (await loadFiles()).diffFile(await open(), args as unknown as FileDiffQuery, selection),
  fileRestore: async (open, args, { selection }) =>
    (await loadFiles()).restoreFile(await open(), args as unknown as FileRestoreInput, selection),
  export: async (open, args, context) =>
    (await import('../analysis/write-export.ts')).writeExportFile(
      await open(),
      args as unknown as ExportInput,
      context,
    ),
  compressPlan: async (open, args, context) =>
    (await loadCompress()).planCompress(await open(), args as CompressInput, makers(context)),
  compress: async (open, args, context) =>
    (await loadCompress()).runCompress(await open(), args as CompressInput, makers(context)),
  // What checks a session reads it by itself.
  health: async (_, __, context) => (await loadHealth()).analyseHealth(makers(context)),
  healthMore: async (open, _, context) =>
    (await loadHealth()).analyseHealthMore(await open(), makers(context)),
  repair: async (open, args, context) => repair(await open(), args as unknown as RepairInput, context),
  cutOverview: async (open) => (await loadOverview()).overviewCuts(await open()),
  cutPlan: async (open, args, context) =>
    (await loadCut()).planCut(await open(), args as CutInput, makers(context)),
  cut: async (open, args, context) =>
    (await loadCut()).makeCut(await open(), args as CutInput, makers(context)),
};

function makers(context: AnalysisContext) {
  return { ...context, now: () => new Date(), newUuid: randomUUID };
}

async function repair(
  open: OpenSession,
  input: RepairInput,
  context: AnalysisContext,
): Promise<RepairAnswer> {
  const { repairSession } = await import('../../load/repair-session.ts');
  const report = await repairSession(open, context.selection, { ...input, ...makers(context) });
  const { dryRun, inPlace, mended, changes, coverage, backup, clone } = report;
  return {
    dryRun,
    inPlace,
    mended: mended.map(({ kind, place, message }) => ({
      kind,
      sentence: message,
      ...(place ? { line: place.line } : {}),
    })),
    changes,
    before: coverage.before,
    after: coverage.after,
    ...(backup === undefined ? {} : { backup }),
    ...(clone && !dryRun ? { clone: await (await loadCut()).describeClone(clone) } : {}),
  };
}
