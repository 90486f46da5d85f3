// Reads a session file and its agents' once for the list: summary, growth of the context, what was paid.
import { Refusal } from '../../base/refusal.ts';
import { sessionDetails } from '../../catalog/digest/session-details.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import { readLogFile } from '../../disk/read-file.ts';
import { glanceLines } from '../../load/glance-file.ts';
import { pruneLine } from '../../load/prune-line.ts';
import { readMainTurns, summariseThread } from '../../load/summarise-file.ts';
import type { Line } from '../../log/line.ts';
import { buildLedger } from '../../stats/ledger.ts';
import { sumUsage } from '../../stats/sum-usage.ts';
import { type FileUsage, readUsageRecord, type UsageRecord } from '../../stats/usage-record.ts';
import { ownPrices } from '../own-prices.ts';
import type { ListedSession } from './session-line.ts';

export async function readListed(session: SessionFile): Promise<ListedSession> {
  const lines: Line[] = [];
  const records: UsageRecord[] = [];
  for await (const line of readLogFile(session.file)) {
    const record = line.kind === 'entry' ? readUsageRecord(line.value, line.place.offset) : undefined;
    if (record) records.push(record);
    lines.push(pruneLine(line));
  }
  const files: FileUsage[] = [usageOf(session, session.file, undefined, records)];
  for (const agent of session.agents) {
    files.push(usageOf(session, agent.file, agent.agentId, await readRecords(agent.file)));
  }
  const main = readMainTurns(lines);
  return {
    summary: await summariseThread(session, main, glanceLines(lines, session.project)),
    details: sessionDetails(main),
    usage: sumUsage(buildLedger(files).messages, ownPrices()),
  };
}

function usageOf(
  session: SessionFile,
  file: string,
  agentId: string | undefined,
  records: readonly UsageRecord[],
): FileUsage {
  const { project: slug, sessionId } = session;
  const kind = agentId === undefined ? 'main' : 'agent';
  return {
    file: { file, slug, sessionId, agentId, kind, project: undefined },
    records,
    costState: undefined,
  };
}

async function readRecords(file: string): Promise<UsageRecord[]> {
  const records: UsageRecord[] = [];
  try {
    for await (const line of readLogFile(file)) {
      const record = line.kind === 'entry' ? readUsageRecord(line.value, line.place.offset) : undefined;
      if (record) records.push(record);
    }
  } catch (error) {
    // An agent's file that vanished has told what it could.
    if (!(error instanceof Refusal)) throw error;
  }
  return records;
}
