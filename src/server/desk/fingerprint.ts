// A short name for the state of a session's files: it changes when any of them does.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { lookAtFile } from '../../disk/list-folder.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import { readRefusal } from '../../disk/system-error.ts';
import { priceMark } from '../own-prices.ts';

/** And when the prices do, which are in many answers. Throws a Refusal where the session's own file is gone. */
export async function fingerprintOf(session: SessionFile): Promise<string> {
  const found = await stat(session.file).catch((error: unknown) => {
    throw readRefusal(session.file, error);
  });
  const hash = createHash('sha1').update(`${found.ino} ${found.size} ${found.mtimeMs} ${priceMark()}`);
  for (const { file } of session.agents) {
    const agent = await lookAtFile(file, []);
    if (agent) hash.update(`\n${file} ${agent.bytes} ${agent.modified}`);
  }
  return hash.digest('base64url').slice(0, 16);
}
