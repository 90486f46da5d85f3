// Forges a small session with one line of any length in its middle: a tool result that printed too much [L2].
import { encodeUtf8 } from '../base/bytes.ts';
import { eraOf } from './eras.ts';
import { SessionWriter } from './session-writer.ts';
import { tellStory } from './stories/all-stories.ts';
import { openSession, writeTurn } from './write-turn.ts';

export interface HugeLineOptions {
  readonly seed: number | string;
  /** Bytes of the text in the long line. */
  readonly bytes: number;
}

const MARK = '@@ the long text goes here @@';
const PATTERN = 'row 0123456789 | status ok | 18 ms | cache hit | worker 4 | queue 0 | retry none\\n';

export function* forgeHugeLine(options: HugeLineOptions): Generator<Uint8Array> {
  const session = new SessionWriter({
    seed: `${options.seed} huge line`,
    era: eraOf('2.0.64'),
    cwd: '/home/dev/work/harbor',
    branch: 'main',
    startedAt: Date.parse('2025-12-10'),
    thinking: 'signed',
    progress: false,
    attachments: false,
    hooks: false,
  });
  openSession(session);
  const [first, second] = tellStory(0, session.cast).turns;
  if (first) writeTurn(session, first);
  writeTurn(session, {
    prompt: 'Print the whole table.',
    exchanges: [
      { calls: [{ tool: 'Bash', command: 'npm run dump', why: 'Print the table', out: MARK }] },
      { say: 'That was a lot.' },
    ],
  });
  if (second) writeTurn(session, second);
  // The text stands in the message and once more in toolUseResult; only the first one is made long.
  const [head = '', ...rest] = session.main.text().split(MARK);
  yield encodeUtf8(head);
  yield* filler(options.bytes);
  yield encodeUtf8(rest.join(''));
}

function* filler(wanted: number): Generator<Uint8Array> {
  const block = encodeUtf8(PATTERN.repeat(12_000));
  let left = wanted;
  for (; left >= block.length; left -= block.length) yield block.slice();
  // Whole patterns only, so that no escape is cut; the rest is plain letters.
  const whole = PATTERN.repeat(Math.floor(left / PATTERN.length));
  yield encodeUtf8(whole + 'x'.repeat(left - whole.length));
}
