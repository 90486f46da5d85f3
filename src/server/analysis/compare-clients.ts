// What clients of other times would load of a session, and what they would do then.
import { MEASURED_CLIENTS } from '../../context/client-behaviour.ts';
import { predictResume, type ResumePrediction } from '../../context/predict-resume.ts';
import type { OpenSession } from '../../load/open-session.ts';
import type { ClientLoad } from '../api.ts';

/** One for each era that differs, the newest first. */
export function compareClients({ thread }: OpenSession): readonly ClientLoad[] {
  const rows: ClientLoad[] = [];
  for (const client of MEASURED_CLIENTS) {
    const prediction = predictResume(thread.lines, { client, compare: false });
    const { loads, of } = prediction;
    const then = whatFollows(prediction);
    const last = rows.at(-1);
    // Neighbours that do the same are told once, by the newest of them.
    if (last && last.loads === loads && last.of === of && last.then === then) rows.pop();
    rows.push({ client, loads, of, then });
  }
  return rows.reverse();
}

function whatFollows({ refused, hangs, compaction }: ResumePrediction): string {
  if (hangs) return 'hangs';
  if (refused !== undefined) return refused.startsWith('Failed') ? 'fails' : 'finds nothing';
  return compaction?.compacts ? 'compacts first' : 'goes on';
}
