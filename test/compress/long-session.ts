// Forges a session of many turns that was never compacted, with answers and results long enough to be worth shortening.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ERAS, type Era } from '../../src/forge/eras.ts';
import { Random } from '../../src/forge/random.ts';
import { SessionWriter } from '../../src/forge/session-writer.ts';
import type { StoryTurn } from '../../src/forge/story.ts';
import { closeSession, openSession, writeTurn } from '../../src/forge/write-turn.ts';

export interface LongSession {
  readonly sessionId: string;
  readonly file: string;
}

/** `secret` is printed by a command of the first turn. */
export function writeLongSession(
  home: string,
  turns: number,
  options: { readonly seed?: string; readonly secret?: string } = {},
): LongSession {
  const seed = options.seed ?? 'long';
  const session = new SessionWriter({
    seed,
    era: ERAS.at(-1) as Era,
    cwd: '/home/dev/work/harbor',
    branch: 'main',
    startedAt: Date.parse('2026-03-01T08:00:00Z'),
    thinking: 'signed',
    progress: false,
    attachments: false,
    hooks: false,
  });
  openSession(session);
  const random = new Random(`${seed} words`);
  for (let turn = 1; turn <= turns; turn++)
    writeTurn(session, tellTurn(turn, random, turn === 1 ? options.secret : undefined));
  closeSession(session, 'A long session');
  const [main] = session.finish();
  if (!main) throw new Error('nothing was forged');
  const file = join(home, main.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, main.text);
  return { sessionId: session.id, file };
}

const WORDS =
  'the order list keeps its page when a filter changes because the query reads both from one place and the worker retries after a failed upload so that no row is lost while tests for sorting pass again'.split(
    ' ',
  );

function tellTurn(turn: number, random: Random, secret: string | undefined): StoryTurn {
  const path = `src/part-${turn}/list.ts`;
  const prose = (words: number) =>
    Array.from({ length: words }, (_, i) => `${random.pick(WORDS)}${i % 12 === 11 ? '.' : ''}`).join(' ');
  const output = Array.from({ length: 14 }, (_, i) => `ok ${i} ${prose(7)} (${random.int(1, 90)} ms)`).join(
    '\n',
  );
  return {
    prompt: `Part ${turn}: please look at ${path} and mend it. ${prose(20)}`,
    exchanges: [
      {
        think: `Part ${turn} needs a look. ${prose(20)}`,
        say: `I read ${path} first. ${prose(130)}`,
        calls: [
          {
            tool: 'Bash',
            command: `npm test -- part-${turn}`,
            why: `Test part ${turn}`,
            out: secret === undefined ? output : `${output}\nTOKEN=${secret}\n${output}`,
          },
        ],
      },
      { say: `Part ${turn} is done: listPart${turn} in ${path} keeps its page. ${prose(120)}` },
    ],
  };
}
