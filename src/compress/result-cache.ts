// Keeps what models gave back, by content: a second run is free, and one that was interrupted goes on where it stopped.
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseObject, stringField } from '../base/json.ts';
import { makeFolder } from '../disk/make-folder.ts';
import type { Provider, ShortenRequest } from './provider.ts';
import { PROMPT_VERSION } from './write-prompt.ts';

export interface ResultCache {
  get(key: string): Promise<string | undefined>;
  put(key: string, text: string): Promise<void>;
}

/** One small file a result, readable by its owner only. Secrets are masked in it as they were when it was sent. */
export function fileCache(folder: string): ResultCache {
  const fileOf = (key: string) => join(folder, key.slice(0, 2), `${key}.json`);
  return {
    get: async (key) => {
      // Not there, or torn: it is asked for again.
      const kept = parseObject(await readFile(fileOf(key), 'utf8').catch(() => ''));
      const text = stringField(kept, 'text');
      // By its time `pruneCache` knows what is still of use.
      if (text !== undefined) await utimes(fileOf(key), new Date(), new Date()).catch(() => undefined);
      return text;
    },
    put: async (key, text) => {
      const file = fileOf(key);
      await makeFolder(dirname(file));
      // Not synced: what a power cut takes is asked for again.
      const temporary = `${file}.${randomUUID()}.tmp`;
      await writeFile(temporary, `${JSON.stringify({ text })}\n`, { mode: 0o600 });
      await rename(temporary, file);
    },
  };
}

/** What decides a result: the text and how short it shall be, who is asked, and in which words. */
export function cacheKey(
  provider: Pick<Provider, 'name' | 'model' | 'destination'>,
  { kind, tool, text, target }: Pick<ShortenRequest, 'kind' | 'tool' | 'text' | 'target'>,
): string {
  const { name, model, destination } = provider;
  const parts = [PROMPT_VERSION, name, model, destination ?? '', kind, tool ?? '', target, text];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
