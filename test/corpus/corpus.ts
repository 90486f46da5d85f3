// Finds the real sessions that lie beside the repository on the machines of the team; elsewhere the corpus tests are skipped.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export const CORPUS: string = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus');

export const hasCorpus: boolean = existsSync(join(CORPUS, 'projects'));

if (!hasCorpus) console.log('The corpus of real sessions is not on this machine: its tests are skipped.');

/** Every session and agent file, as absolute paths. */
export function corpusFiles(): string[] {
  if (!hasCorpus) return [];
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(CORPUS, name))
    .sort();
}

export function isAgentFile(file: string): boolean {
  return basename(file).startsWith('agent-');
}
