// A session with every line redacted before anything is made of it: no format can show what its lines no longer hold.
import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';
import type { OpenSession } from '../load/open-session.ts';
import type { Line } from '../log/line.ts';
import { entryText } from '../log/write-line.ts';
import { buildThread, type Thread } from '../session/session.ts';
import type { Redactor } from './make-redactor.ts';

export function redactSession(session: OpenSession, redactor: Redactor): OpenSession {
  const again = (thread: Thread): Thread =>
    buildThread(
      thread.lines.map((line) => redactLine(line, redactor)),
      thread.kind,
    );
  return {
    ...session,
    file: redactor.text(session.file),
    thread: again(session.thread),
    agents: session.agents.map((agent) => ({
      ...agent,
      file: redactor.text(agent.file),
      meta: agent.meta && redactor.json(agent.meta),
      thread: again(agent.thread),
    })),
    problems: (session.problems ?? []).map((problem) => ({
      ...problem,
      path: redactor.text(problem.path),
      message: redactor.text(problem.message),
    })),
  };
}

function redactLine(line: Line, redactor: Redactor): Line {
  if (line.kind === 'blank') return line;
  if (line.kind === 'unreadable') {
    const parts = line.parts.map(({ value, text }) => ({
      value: redactor.json(value),
      text: redactor.text(text),
    }));
    return { ...line, raw: encodeUtf8(redactor.text(decodeUtf8(line.raw))), parts };
  }
  const value = redactor.json(line.value);
  // The bytes, too: what is written of an entry begins with them.
  return value === line.value ? line : { ...line, value, raw: encodeUtf8(entryText(line, value)) };
}
