// `clew ls`: the sessions on this machine, one line each, or one line a project.
import { basename } from 'node:path';
import { formatBytes, formatCount } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { quoteName } from '../../disk/quote-name.ts';
import type { ProjectSummary } from '../../load/group-projects.ts';
import type { ListOptions, SessionList, SortKey } from '../../load/list-sessions.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { formatAge, formatIso, isoOf } from '../format-time.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';
import { NO_CATALOG_FLAG, readMost, readSpan } from '../read-flags.ts';
import { remark, remarkNoSessions } from '../remark.ts';
import { type Column, layoutFor, printTable } from '../table.ts';
import { isLive, type ListedSession, sessionColumns } from './ls-columns.ts';
import { type Lists, openLists } from './ls-lists.ts';

type ListSort = SortKey | 'cost';

const SORTS: readonly ListSort[] = [
  'modified',
  'created',
  'size',
  'turns',
  'tokens',
  'tools',
  'title',
  'cost',
];

/** What `groupProjects` knows of a project. */
const PROJECT_SORTS: readonly ListSort[] = ['modified', 'size', 'title'];

export const lsCommand: CommandSpec = {
  name: 'ls',
  summary: 'list sessions: title, project, turns, tools, tokens, size, age, health',
  description:
    'Lists sessions, the newest first. The mark before each one: ● whole, ◐ broken links, ◆ lines that cannot be read, ◌ empty, ○ being written to now. Tokens are the size of the context at the last answer.',
  flags: [
    { flags: '--project <name>', text: 'only this project: a path, its last part, or any part of it' },
    { flags: '--since <time>', text: 'last written to since then: 7d, 12h, 2026-01-02' },
    { flags: '--until <time>', text: 'last written to until then; of a date, the whole day counts' },
    { flags: '--sort <key>', text: 'what to sort by', choices: SORTS, default: 'modified' },
    { flags: '--reverse', text: 'the other way round' },
    { flags: '-n, --most <number>', text: 'no more than this many' },
    { flags: '--all', text: 'also empty sessions, warm-ups, and agents whose session is gone' },
    {
      flags: '--long',
      text: 'more columns: cost, dates, agents, output, branch, model, client, last prompt',
    },
    {
      flags: '--projects',
      text: 'one line for each project: path, sessions, size, last use',
      against: ['--long', '--all'],
    },
    NO_CATALOG_FLAG,
  ],
  examples: [
    ['clew ls', 'all sessions, the newest first'],
    ['clew ls --project api --since 7d', 'this week in one project'],
    ['clew ls --sort tokens -n 10', 'the ten fullest contexts'],
    ['clew ls --sort cost -n 10', 'the ten costliest sessions'],
    ['clew ls --projects', 'the projects'],
    ["clew ls --json | jq '.sessions[0]'", 'for programs'],
  ],
  run: runLs,
};

async function runLs(context: CliContext, input: CommandInput): Promise<number> {
  const now = context.now().getTime();
  const options = {
    homes: await findHomes(machineOf(context), input.homes),
    project: textFlag(input, 'project'),
    ...readSpan(context, input),
    sort: (textFlag(input, 'sort') ?? 'modified') as ListSort,
    reverse: input.flags.reverse === true,
    most: readMost(input),
    all: input.flags.all === true,
  };
  const lists = await openLists(context, input, options.homes);
  try {
    if (input.flags.projects === true) return await runProjects(context, input, lists, options);
    const list = await listSessions(context, input, lists, options);
    await printSessions(context, input, list.sessions, now);
    for (const { message } of list.problems) remark(context, input, message);
    return list.sessions.length > 0 ? 0 : explainNone(context, input, options.homes, list);
  } finally {
    lists.close();
  }
}

type Wanted = Omit<ListOptions, 'sort'> & { readonly sort: ListSort };

interface CostedList extends SessionList {
  readonly sessions: readonly ListedSession[];
}

/** What sessions cost takes longer to find than all the rest: it is told where someone asks for more than the plain list. */
async function listSessions(
  context: CliContext,
  input: CommandInput,
  lists: Lists,
  { sort, most, ...options }: Wanted,
): Promise<CostedList> {
  const list = await lists.sessions(sort === 'cost' ? options : { ...options, sort, most });
  if (!input.json && input.flags.long !== true && sort !== 'cost') return list;
  const [{ usageBySession }, { readPrices }] = await Promise.all([
    import('../../stats/usage-by-session.ts'),
    import('../read-prices.ts'),
  ]);
  const usage = usageBySession(await lists.answers(options.homes), await readPrices(context, input));
  const sessions = list.sessions.map((session) => ({ ...session, usage: usage.get(session.sessionId) }));
  if (sort !== 'cost') return { ...list, sessions };
  const cost = (session: ListedSession): number => session.usage?.costUSD ?? 0;
  // Equal ones stay as they are, the newest first.
  sessions.sort((a, b) => (options.reverse ? cost(a) - cost(b) : cost(b) - cost(a)));
  return { ...list, sessions: sessions.slice(0, most) };
}

async function printSessions(
  context: CliContext,
  input: CommandInput,
  sessions: readonly ListedSession[],
  now: number,
): Promise<void> {
  if (input.json) {
    await context.print(jsonText({ sessions: sessions.map((one) => sessionJson(one, now)) }, 2));
    return;
  }
  if (sessions.length === 0) return;
  const columns = sessionColumns(sessions, { context, now, long: input.flags.long === true });
  await context.print(await printTable(sessions, columns, layoutFor(context)));
}

async function runProjects(
  context: CliContext,
  input: CommandInput,
  lists: Lists,
  { sort, ...options }: Wanted,
): Promise<number> {
  if (sort === 'cost')
    throw new Refusal(
      'no-cost',
      'Projects are not listed by what they cost.',
      '`clew stats --by project` tells it.',
    );
  if (!PROJECT_SORTS.includes(sort))
    throw new Refusal(
      'no-such-order',
      `Projects are not sorted by ${sort}.`,
      `Give --sort ${PROJECT_SORTS.slice(0, -1).join(', ')} or ${PROJECT_SORTS.at(-1)}.`,
    );
  const projects = await lists.projects({ ...options, sort });
  await printProjects(context, input, projects, context.now().getTime());
  if (projects.length > 0) return 0;
  const { found } = await lists.sessions({ homes: options.homes, most: 1 });
  return explainNone(context, input, options.homes, { found, hidden: 0 });
}

// Fields without a value are left out; times are ISO; zero means that we counted and found none.
function sessionJson(session: ListedSession, now: number): object {
  const { created, modified, fileModified, outputAtLeast, empty, usage, ...rest } = session;
  return {
    ...rest,
    costUSD: usage && usage.requests > 0 ? usage.costUSD : undefined,
    unpriced: usage && usage.unpriced.length > 0 ? usage.unpriced : undefined,
    created: created === undefined ? undefined : isoOf(created),
    modified: isoOf(modified),
    fileModified: isoOf(fileModified),
    outputAtLeast: outputAtLeast || undefined,
    empty: empty || undefined,
    live: isLive(session, now) || undefined,
  };
}

async function printProjects(
  context: CliContext,
  input: CommandInput,
  projects: readonly ProjectSummary[],
  now: number,
): Promise<void> {
  if (input.json) {
    const rows = projects.map((one) => ({ ...one, modified: isoOf(one.modified) }));
    await context.print(jsonText({ projects: rows }, 2));
    return;
  }
  if (projects.length === 0) return;
  const time = (at: number) => (context.terminal ? formatAge(at, now) : formatIso(at));
  const columns: readonly Column<ProjectSummary>[] = [
    { head: 'project', cell: (one) => stripToLine(one.project ?? `? ${one.slug}`), gives: true },
    { head: 'sessions', cell: (one) => formatCount(one.sessions), align: 'right' },
    { head: 'size', cell: (one) => formatBytes(one.bytes), align: 'right' },
    { head: 'last use', cell: (one) => time(one.modified), align: 'right' },
  ];
  await context.print(await printTable(projects, columns, layoutFor(context)));
}

function explainNone(
  context: CliContext,
  input: CommandInput,
  homes: readonly string[],
  { found, hidden }: Pick<SessionList, 'found' | 'hidden'>,
): number {
  const project = textFlag(input, 'project');
  if (found === 0 && project === undefined) return remarkNoSessions(context, input, homes);
  const of = project === undefined ? '' : `, of a project ${quoteName(basename(project))}`;
  const more = hidden > 0 ? ' What fits holds no conversation; --all shows it.' : '';
  remark(context, input, `No session fits${of}.${more}`);
  return 1;
}
