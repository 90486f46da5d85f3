// The sessions that a version itself wrote in the lab and resumes, each with the name of its scenario.
import { produceSessions } from './produce-sessions.ts';

/** By file. */
export async function labSessions(version: string): Promise<ReadonlyMap<string, string>> {
  const cells = await produceSessions({ versions: [version] });
  return new Map(
    cells.flatMap((cell): [string, string][] =>
      cell.kind === 'produced' && cell.resumed.kind === 'sent' ? [[cell.file, cell.scenario]] : [],
    ),
  );
}
