// Unpacks a pack into a home: everything is read and checked against its hashes first, then placed together.
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeUtf8, joinBytes } from '../base/bytes.ts';
import { formatBytes } from '../base/format-number.ts';
import { type Json, parseObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { hashChunks } from '../disk/byte-hash.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { quoteName } from '../disk/quote-name.ts';
import { openByteSource } from '../disk/read-file.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import { type BundleFile, checkBundle, isEnvironment, type SessionBundle } from './bundle.ts';
import { ChangeSet } from './change-set.ts';
import { damagedRefusal } from './file-state.ts';
import { finishChanges, type HousekeepingOptions, type HousekeepingReport } from './finish-changes.ts';
import type { PathMap } from './map-paths.ts';
import { type Placed, planPlacing } from './plan-placing.ts';
import { recoverReceipts, UNPACKING } from './recover-receipts.ts';
import { badPack, readTar, type TarEntry } from './tar.ts';
import { gunzipped } from './through-gzip.ts';

/** Where to put the sessions of a pack. */
export interface UnpackOptions extends HousekeepingOptions {
  readonly home: string;
  readonly map: PathMap;
}

/** What was put where. */
export interface UnpackReport extends HousekeepingReport {
  readonly placed: readonly Placed[];
}

/** Checks a pack and places its sessions in a home. */
export async function unpackSessions(pack: string, options: UnpackOptions): Promise<UnpackReport> {
  const { dataDir, home, map } = options;
  await makeFolder(dataDir);
  if (!options.dryRun) await recoverReceipts(dataDir);
  const folder = await mkdtemp(join(dataDir, UNPACKING));
  try {
    const bundles = await extract(pack, folder);
    // A new machine may have no home yet; for a pack that is none it gets none.
    if (!options.dryRun) await makeFolder(home);
    const sessionIds = bundles.map(({ sessionId }) => sessionId);
    const changes = new ChangeSet({ ...options, action: 'unpack', sessionIds });
    const placed: Placed[] = [];
    let first = 0;
    let bytes = 0;
    for (const bundle of bundles) {
      const base = first;
      const numbers = [...bundle.files.keys()].filter((n) => !isEnvironment(bundle.files[n] as BundleFile));
      const files = numbers.map((n) => bundle.files[n] as BundleFile);
      const read = (n: number) => openByteSource(join(folder, `${base + (numbers[n] as number)}`));
      placed.push(planPlacing({ ...bundle, files }, read, { home, map }, changes));
      first += bundle.files.length;
      bytes += bundle.files.reduce((sum, file) => sum + file.bytes, 0);
    }
    return { ...(await finishChanges(changes, { action: 'unpack', sessionIds, bytes }, options)), placed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of a hundred thousand files; what parses a larger one may take minutes and all of the memory. */
const MAX_MANIFEST_BYTES = 32 << 20;

// The names in the tar say nothing but numbers; where a file goes is decided by the checked manifest alone.
async function extract(pack: string, folder: string): Promise<SessionBundle[]> {
  let bundles: SessionBundle[] | undefined;
  let files: BundleFile[] = [];
  let n = 0;
  for await (const entry of readTar(inflate(pack))) {
    if (!bundles) {
      bundles = await readManifest(entry);
      files = bundles.flatMap((bundle) => bundle.files);
      refuseTwoOfOneName(bundles);
      await refuseTooMuch(files, folder);
      continue;
    }
    const expected = files[n];
    if (entry.name !== `files/${n}` || !expected || expected.bytes !== entry.bytes)
      throw badPack('its files are not those of its manifest');
    const file = join(folder, `${n++}`);
    await writeFileAtomically(file, entry.chunks);
    if ((await hashChunks(openByteSource(file))).sha256 !== expected.sha256) throw damagedRefusal(pack);
  }
  if (!bundles || n !== files.length) throw badPack('files are missing from it');
  return bundles;
}

// Of two files for one place only one could be there in the end; some systems take `A` and `a` for one.
function refuseTwoOfOneName(bundles: readonly SessionBundle[]): void {
  const known = new Map<string, string>();
  for (const { project, sessionId, files } of bundles) {
    for (const { role, path, sha256 } of files) {
      const root = role === 'home' ? [] : role === 'own' ? [project, sessionId] : [project];
      const place = JSON.stringify([role === 'home', ...root, ...path]).toLowerCase();
      if ((known.get(place) ?? sha256) !== sha256) throw badPack('two of its files have one name');
      known.set(place, sha256);
    }
  }
}

/** What a few bytes can blow up to is known before any of it is written. */
async function refuseTooMuch(files: readonly BundleFile[], folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  // An empty file takes room as well: a pack of a few kilobytes can name a million of them.
  const bytes = files.reduce((sum, file) => sum + Math.max(file.bytes, bsize), 0);
  if (bytes * COPIES > bavail * bsize)
    throw new Refusal(
      'disk-full',
      `The pack holds ${formatBytes(bytes)}, and the disk has ${formatBytes(bavail * bsize)} left.`,
      'Nothing was changed; free some space first.',
    );
}

/** Files are unpacked, checked, and written to their places. */
const COPIES = 2;

async function readManifest(entry: TarEntry): Promise<SessionBundle[]> {
  if (entry.name !== 'manifest.json') throw badPack('it has no manifest');
  if (entry.bytes > MAX_MANIFEST_BYTES) throw badPack('its manifest is too large');
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.chunks) chunks.push(chunk);
  const value = parseObject(decodeUtf8(joinBytes(chunks)));
  if (!value) throw badPack('its manifest cannot be read');
  if (value.format !== 'clew-pack' || !Array.isArray(value.sessions))
    throw badPack('its manifest is of another kind');
  if (value.version !== 1)
    throw new Refusal('newer-pack', 'This pack was written by a newer clew.', 'Update clew and try again.');
  return (value.sessions as Json[]).map(checkBundle);
}

async function* inflate(pack: string): AsyncGenerator<Uint8Array> {
  try {
    yield* gunzipped(openByteSource(pack));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('bad-pack', `${quoteName(pack)} is no pack, or a damaged one.`, 'Nothing was changed.');
  }
}
