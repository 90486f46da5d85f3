// What each session cost with all its agents, each message of it once [K3]. A message that a fork copied counts in both sessions.
import { AnswerLedger } from './answer-ledger.ts';
import type { FileAnswers } from './file-answers.ts';
import type { PriceList } from './prices.ts';
import { sumUsage, type UsageSum } from './sum-usage.ts';

/** By session id; agents without a session are left out. */
export function usageBySession(files: Iterable<FileAnswers>, prices: PriceList): Map<string, UsageSum> {
  const bySession = new Map<string, FileAnswers[]>();
  for (const answers of files) {
    const id = answers.file.sessionId;
    if (id === undefined) continue;
    const own = bySession.get(id);
    if (own) own.push(answers);
    else bySession.set(id, [answers]);
  }
  // In one order, so that money comes to the same last digit wherever the files were read from.
  for (const own of bySession.values()) own.sort((a, b) => (a.file.file < b.file.file ? -1 : 1));
  return new Map([...bySession].map(([id, own]) => [id, sumUsage(new AnswerLedger(own), prices)]));
}
