// The demo home: thirty sessions of five projects over the last months, small enough to read, with one of everything.
import { encodeUtf8 } from '../base/bytes.ts';
import { damage } from './damage.ts';
import { ERAS, type Era } from './eras.ts';
import type { Feature } from './features.ts';
import { type HomeFile, PROJECTS } from './forge-home.ts';
import { type ForgedSession, fileBytes, forgeSession } from './forge-session.ts';

export interface DemoHomeOptions {
  /** Milliseconds since 1970: the newest session ends shortly before. */
  readonly now: number;
  readonly seed?: number | string;
}

interface DemoSession {
  /** Index into PROJECTS. */
  readonly project: number;
  readonly era: string;
  readonly shape: readonly Feature[];
  readonly bytes?: number;
  readonly damaged?: readonly string[];
}

const SESSIONS: readonly DemoSession[] = [
  { project: 0, era: '1.0.16', shape: ['parallel-tools'] },
  { project: 1, era: '1.0.60', shape: ['shell', 'hooks'] },
  { project: 2, era: '1.0.112', shape: ['resume-copy', 'foreign-summaries'] },
  { project: 0, era: '2.0.0', shape: ['commands'] },
  { project: 3, era: '2.0.33', shape: ['warm-up-agents', 'todos'] },
  { project: 0, era: '2.0.64', shape: ['compaction', 'large-result'] },
  { project: 1, era: '2.0.64', shape: ['queue', 'plan', 'empty-file'] },
  { project: 4, era: '2.0.76', shape: ['question'] },
  { project: 2, era: '2.1.1', shape: ['failing-tool', 'hooks'] },
  { project: 1, era: '2.1.5', shape: ['large-result', 'interrupted-tools'] },
  { project: 0, era: '2.1.20', shape: ['progress', 'agent', 'mcp'] },
  { project: 3, era: '2.1.20', shape: ['hooks', 'progress', 'skill'] },
  { project: 1, era: '2.1.50', shape: ['progress', 'web', 'images'] },
  { project: 2, era: '2.1.50', shape: ['parallel-tools', 'api-retry'] },
  { project: 0, era: '2.1.63', shape: ['progress', 'long-file'] },
  { project: 4, era: '2.1.81', shape: ['commands', 'todos'] },
  { project: 1, era: '2.1.81', shape: ['progress', 'missing-agent'] },
  { project: 3, era: '2.1.100', shape: ['attachments', 'queue', 'hooks'] },
  { project: 0, era: '2.1.100', shape: ['attachments', 'rewind'] },
  { project: 2, era: '2.1.120', shape: ['attachments', 'cancelled-prompt', 'redacted-thinking'] },
  { project: 1, era: '2.1.150', shape: ['attachments', 'phantom-branches'] },
  { project: 0, era: '2.1.150', shape: ['attachments', 'signed-thinking'], bytes: 1_750_000 },
  { project: 4, era: '2.1.150', shape: ['attachments', 'interrupted-text'] },
  { project: 3, era: '2.1.200', shape: ['attachments', 'manual-compaction', 'parallel-tools'] },
  { project: 1, era: '2.1.200', shape: ['attachments', 'nested-agent', 'background-agent'] },
  {
    project: 2,
    era: '2.1.200',
    shape: ['attachments', 'parallel-tools'],
    damaged: ['dangling-parent', 'removed-result', 'joined-lines', 'torn-last-line'],
  },
  { project: 0, era: '2.1.260', shape: ['attachments', 'fork', 'images'] },
  { project: 4, era: '2.1.260', shape: ['attachments', 'mcp', 'api-error'] },
  { project: 1, era: '2.1.325', shape: ['attachments', 'rewind', 'hooks'] },
  { project: 0, era: '2.1.325', shape: ['attachments', 'agent', 'parallel-tools', 'long-loop'] },
];

const DAY = 86_400_000;
const OLDEST_DAYS = 150;

export function* demoHome(options: DemoHomeOptions): Generator<HomeFile> {
  const seed = options.seed ?? 'demo';
  const history: string[] = [];
  for (const [n, plan] of SESSIONS.entries()) {
    // Denser towards the present, as in a real home; the last one ended a few minutes ago.
    const age = OLDEST_DAYS * (1 - n / (SESSIONS.length - 1)) ** 2;
    const length = plan.bytes === undefined ? DAY / 12 : DAY * 2;
    const startedAt = Math.floor(options.now - age * DAY - length);
    const session = forgeSession({
      seed: `${seed} ${n}`,
      era: eraAt(plan.era),
      shape: plan.shape,
      cwd: PROJECTS[plan.project] as string,
      story: n,
      startedAt,
      ...(plan.bytes === undefined ? {} : { bytes: plan.bytes }),
    });
    history.push(...historyLines(session));
    for (const [at, file] of session.files.entries()) {
      const bytes = fileBytes(file);
      const kinds = at === 0 ? plan.damaged : undefined;
      const chunks = [kinds ? damage(bytes, { seed: `${seed} ${n}`, kinds }) : bytes];
      yield { path: file.path, chunks, modified: session.endedAt };
    }
  }
  yield { path: 'history.jsonl', chunks: [encodeUtf8(`${history.join('\n')}\n`)] };
}

function eraAt(version: string): Era {
  return ERAS.find((era) => era.version === version) as Era;
}

// The client keeps one line per prompt, over all projects [F3].
function historyLines(session: ForgedSession): string[] {
  const { cwd: project, sessionId, startedAt } = session;
  return session.prompts.map((display, n) =>
    JSON.stringify({ display, pastedContents: {}, timestamp: startedAt + n * 60_000, project, sessionId }),
  );
}
