// Forges a whole home of sessions, one file at a time, so that it can be larger than memory.
import { ERAS, type Era } from './eras.ts';
import { largeSession } from './forge-large.ts';
import { fileBytes, forgeSession } from './forge-session.ts';
import { Random } from './random.ts';

/** A file of a forged home; the path is relative to the home. */
export interface HomeFile {
  readonly path: string;
  readonly chunks: Iterable<Uint8Array>;
  /** When the client would have written it last, in milliseconds; undefined where that does not matter. */
  readonly modified?: number;
}

export interface ForgeHomeOptions {
  readonly seed: number | string;
  readonly sessions: number;
  /** About how large all main files together shall be; natural sizes if not given. */
  readonly bytes?: number;
  readonly eras?: readonly Era[];
}

export const PROJECTS: readonly string[] = [
  '/home/dev/work/harbor',
  '/home/dev/work/lighthouse-api',
  '/home/dev/oss/tiny_router',
  '/home/dev/work/infra.tools',
  '/home/dev/notes',
];

/** From this size on, a session is repeated from a prepared body instead of told anew. */
const LARGE = 12_000_000;

export function* forgeHome(options: ForgeHomeOptions): Generator<HomeFile> {
  const random = new Random(`${options.seed} home`);
  const eras = options.eras ?? ERAS;
  let left = options.bytes ?? 0;
  for (let n = 0; n < options.sessions; n++) {
    const seed = `${options.seed} ${n}`;
    const cwd = random.pick(PROJECTS);
    const era = random.pick(eras);
    const bytes = options.bytes === undefined ? undefined : share(left, options.sessions - n, random);
    if (bytes !== undefined) left -= bytes;
    if (bytes !== undefined && bytes >= LARGE) {
      const { path, chunks } = largeSession({ seed, bytes, cwd });
      yield { path, chunks };
      continue;
    }
    const session = forgeSession({ seed, era, cwd, ...(bytes === undefined ? {} : { bytes }) });
    for (const file of session.files) yield { path: file.path, chunks: [fileBytes(file)] };
  }
}

// A few sessions are much larger than the others, as in real homes; the last one takes what is left.
function share(left: number, sessions: number, random: Random): number {
  if (sessions === 1) return left;
  const average = left / sessions;
  return Math.floor(average * (random.chance(0.15) ? 1 + random.fraction() * 3 : random.fraction()));
}
