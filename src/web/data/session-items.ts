// The list of sessions as lines on the page: chapters by day where it is sorted by time, and the sessions.
import type { SessionsAnswer } from '../../server/api.ts';
import { chapterOf } from './format.ts';

export type SessionItem =
  | {
      readonly kind: 'chapter';
      readonly name: string;
      readonly sessions: number;
      readonly costUSD: number | undefined;
    }
  | { readonly kind: 'session'; readonly index: number };

export function listSessionItems(answer: SessionsAnswer, now: number = Date.now()): SessionItem[] {
  const items: SessionItem[] = [];
  const chapters = answer.days ? mergeDays(answer.days, now) : [];
  let next = 0;
  for (let index = 0; index < answer.total; index++) {
    const chapter = chapters[next];
    if (chapter && chapter.offset <= index) {
      const { name, sessions, costUSD } = chapter;
      items.push({ kind: 'chapter', name, sessions, costUSD });
      next++;
    }
    items.push({ kind: 'session', index });
  }
  return items;
}

interface Chapter {
  readonly name: string;
  readonly sessions: number;
  readonly costUSD: number | undefined;
  readonly offset: number;
}

function mergeDays(days: NonNullable<SessionsAnswer['days']>, now: number): Chapter[] {
  const chapters: Chapter[] = [];
  for (const { day, sessions, costUSD, offset } of days) {
    const name = chapterOf(day, now);
    const last = chapters.at(-1);
    if (last?.name !== name) {
      chapters.push({ name, sessions, costUSD, offset });
      continue;
    }
    const cost = last.costUSD === undefined ? costUSD : last.costUSD + (costUSD ?? 0);
    chapters[chapters.length - 1] = { ...last, sessions: last.sessions + sessions, costUSD: cost };
  }
  return chapters;
}
