// Takes lines out of a file that others append to, puts them back or changes them, and touches no other byte.
import { open, readFile, stat, unlink } from 'node:fs/promises';
import { realPathOf } from '../disk/real-path.ts';
import { isVanished } from '../disk/system-error.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import { moveOver } from './move-over.ts';
import type { LineEdit } from './receipt.ts';

/**
 * Doing it twice is the same as doing it once. The new file is made as `staged`, outside the home: what a crash leaves
 * of it is in nobody's way.
 */
export async function editLines(
  named: string,
  edits: readonly LineEdit[],
  back: boolean,
  staged: string,
): Promise<void> {
  // A link stays one: people keep their history in a folder that they sync.
  const file = realPathOf(named) ?? named;
  const wanted = back
    ? edits.map(({ line, before, after }) => ({ line, before: after, after: before }))
    : edits;
  const old = await readFile(file).catch((error) => {
    if (isVanished(error)) return undefined;
    throw error;
  });
  // Latin-1 keeps every byte as one character.
  const lines = (old?.toString('latin1') ?? '').split('\n');
  const edited = applyEdits(lines, wanted).join('\n');
  if (old !== undefined && edited === old.toString('latin1')) return;
  // A file that was made for our lines goes with them.
  if (edited === '' && back) {
    if (old !== undefined) await unlink(file);
    return;
  }
  const mode = old === undefined ? 0o600 : (await stat(file)).mode & 0o7777;
  const bytes = Buffer.from(edited, 'latin1');
  await writeFileAtomically(staged, withTail(file, bytes, old?.length ?? 0), { replace: true, mode });
  await moveOver(staged, file);
}

function applyEdits(lines: readonly string[], edits: readonly LineEdit[]): string[] {
  const changes = new Map<string, string | undefined>();
  const added: { line: number; text: string }[] = [];
  const there = new Set(lines);
  for (const { line, before, after } of edits) {
    if (before !== undefined) changes.set(bytesOf(before), after === undefined ? undefined : bytesOf(after));
    else if (after !== undefined && !there.has(bytesOf(after))) added.push({ line, text: bytesOf(after) });
  }
  const result = lines.flatMap((line) => {
    if (!changes.has(line)) return [line];
    const after = changes.get(line);
    return after === undefined ? [] : [after];
  });
  // In order of their old places, each finds those before it already there.
  for (const { line, text } of added.sort((a, b) => a.line - b.line)) {
    const end = result.at(-1) === '' ? result.length - 1 : result.length;
    const at = Math.min(line - 1, end);
    result.splice(at, 0, text);
    if (at === result.length - 1) result.push('');
  }
  return result;
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

// What a client appended while we wrote comes along.
async function* withTail(file: string, bytes: Uint8Array, read: number): AsyncGenerator<Uint8Array> {
  yield bytes;
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    if (size <= read) return;
    const tail = Buffer.alloc(size - read);
    const { bytesRead } = await handle.read(tail, 0, tail.length, read);
    yield tail.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
