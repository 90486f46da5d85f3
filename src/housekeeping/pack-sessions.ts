// Packs sessions with all that belongs to them into one file for another machine: a gzipped tar of a manifest and plain numbers.
import { encodeUtf8 } from '../base/bytes.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { openByteSource } from '../disk/read-file.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import {
  type BundleFile,
  type GatheredBundle,
  gatherBundle,
  isEnvironment,
  type SessionBundle,
} from './bundle.ts';
import { HomeViews } from './home-view.ts';
import { type TarFile, writeTar } from './tar.ts';
import { gzipped } from './through-gzip.ts';

interface PackManifest {
  readonly format: 'clew-pack';
  readonly version: 1;
  /** ISO time. */
  readonly packed: string;
  /** Their files stand in the tar as `files/0`, `files/1` …, counted through. */
  readonly sessions: readonly SessionBundle[];
}

/** What is in the pack. */
export interface PackReport {
  readonly file: string;
  readonly dryRun: boolean;
  readonly sessions: readonly {
    readonly sessionId: string;
    readonly cwd: string | undefined;
    readonly files: number;
  }[];
  /** Before compression, and of the pack. */
  readonly bytes: number;
  readonly packedBytes: number;
}

/** Which file to write. */
export interface PackOptions {
  readonly file: string;
  readonly now: () => Date;
  readonly dryRun?: boolean;
  /** An existing file is overwritten. */
  readonly force?: boolean;
}

/** Puts sessions with all that belongs to them into one file. */
export async function packSessions(
  sessions: readonly SessionFile[],
  options: PackOptions,
): Promise<PackReport> {
  const views = new HomeViews();
  const gathered: GatheredBundle[] = [];
  for (const session of sessions) gathered.push(leaveEnvironment(await gatherBundle(session, views)));
  const manifest: PackManifest = {
    format: 'clew-pack',
    version: 1,
    packed: options.now().toISOString(),
    sessions: gathered.map(({ bundle }) => bundle),
  };
  let packedBytes = 0;
  if (!options.dryRun) {
    const chunks = gzipped(writeTar(tarFiles(manifest, gathered)));
    packedBytes = await writeFileAtomically(options.file, chunks, { replace: options.force === true });
  }
  return {
    file: options.file,
    dryRun: options.dryRun === true,
    sessions: manifest.sessions.map(({ sessionId, cwd, files }) => ({ sessionId, cwd, files: files.length })),
    bytes: manifest.sessions.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0),
    packedBytes,
  };
}

function leaveEnvironment({ bundle, sources }: GatheredBundle): GatheredBundle {
  const isKept = (n: number) => !isEnvironment(bundle.files[n] as BundleFile);
  return {
    bundle: { ...bundle, files: bundle.files.filter((_, n) => isKept(n)) },
    sources: sources.filter((_, n) => isKept(n)),
  };
}

function* tarFiles(manifest: PackManifest, gathered: readonly GatheredBundle[]): Generator<TarFile> {
  const text = encodeUtf8(`${JSON.stringify(manifest)}\n`);
  yield { name: 'manifest.json', bytes: text.length, chunks: () => [text] };
  let n = 0;
  for (const { bundle, sources } of gathered) {
    for (const [i, source] of sources.entries()) {
      const bytes = bundle.files[i]?.bytes ?? 0;
      // A live session grows while it is packed: what came later is not in the manifest.
      yield { name: `files/${n++}`, bytes, chunks: () => openByteSource(source, { end: bytes }) };
    }
  }
}
