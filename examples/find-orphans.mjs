// Finds tool calls without a result, and results without a call, in all sessions: node examples/find-orphans.mjs [HOME]
import { pairToolCalls, readLog } from 'clew';
import { findHomes, findSessions, openByteSource, thisMachine } from 'clew/disk';

const homes = await findHomes(thisMachine(), process.argv.slice(2));
const { sessions } = await findSessions(homes);

for (const { sessionId, file } of sessions) {
  const entries = [];
  // Line by line: an unreadable line is one of a kind of its own, never an exception.
  for await (const line of readLog(openByteSource(file))) if (line.kind === 'entry') entries.push(line);
  const { calls, strayResults } = pairToolCalls(entries);
  for (const { name, entry, results } of calls)
    if (results.length === 0) console.log(`${sessionId} line ${entry.place.line}: ${name} has no result`);
  for (const { entry, block } of strayResults)
    console.log(
      `${sessionId} line ${entry.place.line}: a result for ${block.tool_use_id}, which nobody called`,
    );
}
console.log(`${sessions.length} sessions looked at`);
