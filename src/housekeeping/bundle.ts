// A session with all that belongs to it, apart from any home: what a pack carries and an archive keeps.
import { isObject, type Json, type JsonObject, parseObject, stringField } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { UUID } from '../base/uuid.ts';
import { hashChunks } from '../disk/byte-hash.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { quoteName } from '../disk/quote-name.ts';
import { openByteSource } from '../disk/read-file.ts';
import { nestsTooDeep } from '../log/nests-too-deep.ts';
import { type Belonging, isNamedFor, listBelongings, type Role } from './belongings.ts';
import type { HomeViews } from './home-view.ts';
import { projectPathOf } from './project-path.ts';

export interface BundleFile {
  readonly role: Role;
  /** Names from the role's folder down; never one that leads out of it. */
  readonly path: readonly string[];
  readonly bytes: number;
  readonly sha256: string;
  /** Milliseconds. */
  readonly modified: number;
}

export interface SessionBundle {
  readonly sessionId: string;
  /** The name of its project folder, and the directory that stands for. */
  readonly project: string;
  readonly cwd: string | undefined;
  /** The home it lay in: texts name files in it. */
  readonly home: string;
  readonly files: readonly BundleFile[];
  /** Its lines of the home's history. */
  readonly history: readonly string[];
}

export interface GatheredBundle {
  readonly bundle: SessionBundle;
  /** One for each file of the bundle. */
  readonly sources: readonly string[];
}

/** Reads every file once, for its hash. */
export async function gatherBundle(session: SessionFile, views?: HomeViews): Promise<GatheredBundle> {
  const all = await listBelongings(session, views);
  const files: BundleFile[] = [];
  for (const found of all.files) files.push(await describe(found));
  const bundle: SessionBundle = {
    sessionId: session.sessionId,
    project: session.project,
    cwd: await projectPathOf(session.file),
    home: session.home,
    files,
    history: all.history.lines.map(({ text }) => text),
  };
  refuseLost(bundle);
  return { bundle, sources: all.files.map(({ file }) => file) };
}

// What `checkBundle` refuses could not be brought back, and what is archived may be removed.
function refuseLost({ sessionId, project, files }: SessionBundle): void {
  const lost = files.find(({ role, path }) => !isSafePath(path) || !hasItsPlace(role, path, sessionId));
  if (!lost && isSafeName(sessionId) && isSafeName(project)) return;
  const isOdd = !UUID.test(sessionId);
  throw new Refusal(
    'cannot-be-kept',
    isOdd
      ? `What lies beside the session ${quoteName(sessionId)} cannot be archived or packed: its name is no uuid.`
      : `The session ${quoteName(sessionId)} cannot be archived or packed with its file ${quoteName(lost?.path.join('/') ?? project)}.`,
    isOdd ? 'Make a clone of it, which has one: clew clone PATH --yes.' : 'Move that file elsewhere first.',
  );
}

/**
 * Scripts that the client runs before each command of the session: they belong to one machine, and from a stranger's pack
 * they would run on ours.
 */
export function isEnvironment({ role, path }: BundleFile): boolean {
  return role === 'home' && (path[0] === 'session-env' || path[0] === 'shell-snapshots');
}

async function describe({ role, path, file, modified }: Belonging): Promise<BundleFile> {
  return { role, path, ...(await hashChunks(openByteSource(file))), modified };
}

/** Refuses anything in a bundle from outside that could write where a session has no business. */
export function checkBundle(value: Json | undefined): SessionBundle {
  if (!isObject(value)) throw badBundle('it is no object');
  const sessionId = stringField(value, 'sessionId');
  const project = stringField(value, 'project');
  if (!isSafeName(sessionId) || !isSafeName(project)) throw badBundle('its ids are not names');
  const { files, history } = value;
  if (!Array.isArray(files) || !Array.isArray(history)) throw badBundle('its lists are missing');
  return {
    sessionId,
    project,
    cwd: stringField(value, 'cwd'),
    home: stringField(value, 'home') ?? '',
    files: files.map((file: Json) => checkFile(file, sessionId)),
    history: history.filter((line: Json): line is string => isHistoryOf(line, sessionId)),
  };
}

function checkFile(value: Json, sessionId: string): BundleFile {
  if (!isObject(value)) throw badBundle('a file of it is no object');
  const { role, path, bytes, sha256, modified } = value as JsonObject & { role: Role };
  if (!Array.isArray(path) || !isSafePath(path))
    throw badBundle('a file of it has a path that leads elsewhere');
  if (
    !Number.isSafeInteger(bytes) ||
    (bytes as number) < 0 ||
    typeof sha256 !== 'string' ||
    !/^[0-9a-f]{64}$/.test(sha256)
  )
    throw badBundle('a file of it has no hash');
  if (!hasItsPlace(role, path as readonly string[], sessionId))
    throw badBundle(`${JSON.stringify(path.join('/')).slice(0, 120)} is no place for a session's file`);
  return {
    role,
    path: path as readonly string[],
    bytes: bytes as number,
    sha256,
    modified: typeof modified === 'number' ? modified : 0,
  };
}

/** Folders from which the client takes instructions and programs: no session has a file there. */
const TAUGHT: ReadonlySet<string> = new Set([
  'agents',
  'bin',
  'commands',
  'hooks',
  'ide',
  'local',
  'output-styles',
  'plugins',
  'projects',
  'rules',
  'skills',
  'workflows',
]);

function hasItsPlace(role: Role, path: readonly string[], sessionId: string): boolean {
  const [first = '', second = ''] = path;
  switch (role) {
    case 'main':
      return path.length === 1 && first === `${sessionId}.jsonl`;
    case 'own':
      return UUID.test(sessionId);
    case 'flat':
      return path.length === 1 && /^agent-[^.][^/]*\.(?:jsonl|meta\.json)$/.test(first);
    case 'home':
      return (
        path.length > 1 &&
        /^[a-z][a-z0-9-]*$/.test(first) &&
        !TAUGHT.has(first) &&
        UUID.test(sessionId) &&
        isNamedFor(second, sessionId)
      );
    default:
      return false;
  }
}

function isSafePath(path: readonly unknown[]): boolean {
  return path.length > 0 && path.length <= 16 && path.every(isSafeName);
}

function isSafeName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.length > 0 &&
    name.length <= 255 &&
    !/^\.{1,2}$|[/\\\u0000-\u001f\u007f]|^[A-Za-z]:/.test(name)
  );
}

function isHistoryOf(line: unknown, sessionId: string): boolean {
  if (typeof line !== 'string' || /[\r\n]/.test(line)) return false;
  const value = parseObject(line);
  // Its paths are mapped and it is written anew, which what nests without end would break.
  return value?.sessionId === sessionId && !nestsTooDeep(value, line.length);
}

function badBundle(why: string): Refusal {
  return new Refusal(
    'bad-bundle',
    `This is no bundle that clew would write: ${why}.`,
    'Nothing was changed.',
  );
}
