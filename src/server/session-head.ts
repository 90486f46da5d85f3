// Puts a session's head together: its line in the list, what its model knows, and the forecast of a resume once it is there.
import { resumeCommand } from '../session/resume-command.ts';
import type { FilesAnswer, SessionHead, SessionPeek } from './api.ts';
import type { Desk } from './desk/desk.ts';
import type { ModelHead } from './head-view.ts';
import type { ModelPeek } from './peek-view.ts';
import type { StoredSession } from './store/session-store.ts';
import { cacheShare, usageOfMessages } from './usage-view.ts';

/** A forecast of a longer session is not waited for. */
const SOON_BYTES = 6_000_000;

export async function makeHead(stored: StoredSession, desk: Desk): Promise<SessionHead> {
  const { line } = stored;
  const base = {
    ...line,
    file: stored.session.file,
    resumeCommand: resumeCommand(line.sessionId, line.project),
  };
  if (!desk.look(stored).model && !(await desk.recall(stored, 'head'))) {
    const nothing = { versions: [], models: [], rows: 0, branchList: [], agentTree: [] };
    return { ...base, ...nothing, ready: false };
  }
  const head = await desk.ask<ModelHead>(stored, 'head');
  const resume = await forecastOf(stored, desk);
  return { ...base, ...head, ready: true, ...(resume ? { resume } : {}) };
}

export async function makePeek(stored: StoredSession, desk: Desk): Promise<SessionPeek> {
  const { line } = stored;
  const peek: ModelPeek = desk.look(stored).model
    ? await desk.ask<ModelPeek>(stored, 'peek')
    : { knots: [], calls: { total: line.toolCalls, failed: line.failedCalls ?? 0 } };
  const resume = await forecastOf(stored, desk);
  const files = await filesOf(stored, desk);
  const usage = line.usage ?? usageOfMessages([]);
  const share = cacheShare(usage);
  return {
    line,
    resumeCommand: resumeCommand(line.sessionId, line.project),
    ...peek,
    usage,
    ...(files ? { files: files.totals } : {}),
    ...(resume ? { resume } : {}),
    ...(share === undefined ? {} : { cacheShare: share }),
  };
}

// A peek must not make a long session's whole text be read: of one, it tells what is known by then.
async function filesOf(stored: StoredSession, desk: Desk): Promise<FilesAnswer | undefined> {
  if (!desk.isLarge(stored)) return desk.analyse<FilesAnswer>(stored, 'files', {}, true);
  const kept = await desk.recall(stored, 'files');
  return kept && (JSON.parse(kept.text) as FilesAnswer);
}

async function forecastOf(stored: StoredSession, desk: Desk): Promise<SessionHead['resume']> {
  if (stored.session.bytes > SOON_BYTES && !desk.look(stored).tokens) {
    const kept = await desk.recall(stored, 'forecast');
    return kept && ((JSON.parse(kept.text) as SessionHead['resume'] | null) ?? undefined);
  }
  return (await desk.ask<SessionHead['resume'] | null>(stored, 'forecast')) ?? undefined;
}
