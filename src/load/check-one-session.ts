// Checks one session with its agents: reads their lines and what surrounds them, and runs the rules over each file.
import { isUtf8 } from 'node:buffer';
import { quoteWord } from '../base/quote-word.ts';
import { Refusal } from '../base/refusal.ts';
import { UUID } from '../base/uuid.ts';
import { AGENT_RULES, checkExamined, type SessionCheck } from '../check/check-session.ts';
import { type CheckedSession, examineSession } from '../check/checked-session.ts';
import type { Finding } from '../check/finding.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readWholeLog, type WholeLog } from '../disk/read-file.ts';
import type { Line } from '../log/line.ts';
import type { AgentThread } from '../session/agents.ts';
import type { SurroundingsReader } from './check-surroundings.ts';
import { readMeta } from './read-lines.ts';

/** What a check found in one session file and its agents. */
export interface FileCheck extends SessionCheck {
  readonly file: string;
  readonly sessionId: string | undefined;
  /** Not a session: an empty file, a folder or agent left alone, an index. */
  readonly stray: boolean;
  /** The session's agents whose own lines have problems. */
  readonly agents: readonly AgentCheck[];
}

export interface AgentCheck {
  readonly agentId: string;
  readonly file: string;
  readonly ok: boolean;
  readonly problems: readonly Finding[];
}

/** A session and its agents, read and worked out for the rules. */
export interface ExaminedSession {
  readonly checked: CheckedSession;
  readonly agents: readonly AgentLines[];
}

interface AgentLines extends AgentThread {
  readonly lines: readonly Line[];
  readonly validUtf8: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export async function checkOneSession(session: SessionFile, reader: SurroundingsReader): Promise<FileCheck> {
  const { file, sessionId } = session;
  return { ...toFileCheck(file, await examineOneSession(session, reader)), sessionId };
}

/** `agents` of the session must be assigned. */
export async function examineOneSession(
  session: SessionFile,
  reader: SurroundingsReader,
): Promise<ExaminedSession> {
  const { sessionId, file, bytes } = session;
  const isId = UUID.test(sessionId);
  const log = await readWholeLog(file, bytes);
  const agents = await readAgents(session);
  const checked = examineSession({
    sessionId: isId ? sessionId : undefined,
    selector: isId ? sessionId.slice(0, 8) : quoteWord(file),
    kind: 'main',
    lines: log.lines,
    validUtf8: isWholeUtf8(log),
    agents,
    surroundings: await reader.around(session),
  });
  return { checked, agents };
}

/** An error in any of its files is one of the session. */
export function toFileCheck(file: string, { checked, agents }: ExaminedSession): FileCheck {
  const own = checkExamined(checked);
  const now = checked.surroundings?.now ?? 0;
  const found = agents.flatMap((agent) => checkAgent(agent, now));
  const ok = own.ok && found.every((agent) => agent.ok);
  return { file, sessionId: checked.sessionId, stray: false, ...own, ok, agents: found };
}

function checkAgent({ agentId, file, modified, lines, validUtf8 }: AgentLines, now: number): AgentCheck[] {
  const surroundings = { now, modified };
  const checked = examineSession({
    sessionId: undefined,
    selector: quoteWord(file),
    kind: 'agent',
    lines,
    validUtf8,
    surroundings,
  });
  const { ok, problems } = checkExamined(checked, AGENT_RULES);
  return problems.length > 0 ? [{ agentId, file, ok, problems }] : [];
}

async function readAgents(session: SessionFile): Promise<AgentLines[]> {
  const agents: AgentLines[] = [];
  for (const { agentId, file, metaFile, bytes, modified } of session.agents) {
    try {
      const log = await readWholeLog(file, bytes);
      const entries = log.lines.filter((line) => line.kind === 'entry');
      const meta = await readMeta(metaFile);
      agents.push({ agentId, file, modified, lines: log.lines, validUtf8: isWholeUtf8(log), entries, meta });
    } catch (error) {
      // An agent's file that vanished or is closed to us counts as missing.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return agents;
}

/** A look at the whole file takes a hundredth of the time that decoding its lines again does. */
export function isWholeUtf8({ bytes }: Pick<WholeLog, 'bytes'>): boolean | undefined {
  return bytes && isUtf8(bytes);
}
