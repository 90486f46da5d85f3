// Makes sure that a report can be written before a compression is paid for.
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';

export async function refuseExisting(file: string): Promise<void> {
  const there = await lstat(file).catch(() => undefined);
  if (there)
    throw new Refusal(
      'file-exists',
      `“${stripToLine(file)}” exists already and is not overwritten.`,
      'Choose another name for the report.',
    );
  const folder = await lstat(dirname(file)).catch(() => undefined);
  if (!folder)
    throw new Refusal(
      'folder-missing',
      `The folder for “${stripToLine(file)}” does not exist.`,
      'Create it first.',
    );
}
