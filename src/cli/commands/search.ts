// `clew search`: finds words, phrases or patterns in all sessions, and says where to read on.
import { Refusal } from '../../base/refusal.ts';
import { textStart } from '../../base/text-start.ts';
import { Catalog } from '../../catalog/catalog.ts';
import { TEXT_KINDS, TEXT_ROLES, type TextKind, type TextRole } from '../../catalog/extract-texts.ts';
import type { MatchOptions } from '../../catalog/search/match-rows.ts';
import { parseQuery } from '../../catalog/search/parse-query.ts';
import type { SearchResult } from '../../catalog/search/search-catalog.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { quoteName } from '../../disk/quote-name.ts';
import { selectSession, sessionIdOf } from '../../disk/select-session.ts';
import { type CommandInput, type CommandSpec, listFlag, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { openCatalogOf, syncWithProgress } from '../open-catalog.ts';
import { NO_CATALOG_FLAG, readMost, readSpan, splitWords } from '../read-flags.ts';
import { remark } from '../remark.ts';
import { printHits, searchJson } from './search-report.ts';

const DEFAULT_MOST = 50;

export const searchCommand: CommandSpec = {
  name: 'search',
  args: '<query...>',
  summary: 'find words, phrases or patterns in all sessions, and where to read on',
  description:
    'Searches prompts, answers, thinking, tool inputs and results, agents, summaries and titles. All words must be in one text; "words in quotes" are a phrase, lamp* a beginning, -word must not be there, this OR that. Endings do not count: "run" finds "running". The newest come first. Secrets are masked.',
  flags: [
    { flags: '--regex', text: 'the query is a JavaScript pattern, searched in the files themselves' },
    { flags: '--substring', text: 'the query is a piece of text, signs and all, searched in the files' },
    {
      flags: '-i, --ignore-case',
      text: 'with --regex and --substring: upper and lower case alike',
      onlyWith: ['--regex', '--substring'],
    },
    { flags: '--ranked', text: 'the best first, not the newest' },
    { flags: '--project <name>', text: 'only this project: a path, its last part, or any part of it' },
    { flags: '--since <time>', text: 'said since then: 7d, 12h, 2026-01-02' },
    { flags: '--until <time>', text: 'said until then; of a date, the whole day counts' },
    { flags: '--role <role>', text: `who said it: ${TEXT_ROLES.join(', ')}`, repeatable: true },
    { flags: '--kind <kind>', text: `what it is: ${TEXT_KINDS.join(', ')}`, repeatable: true },
    {
      flags: '--tool <name>',
      text: 'only inputs and results of this tool: Bash, mcp__github',
      repeatable: true,
    },
    { flags: '--model <name>', text: 'only what this model said: any part of its name' },
    { flags: '--branch <name>', text: 'only on this git branch: any part of its name' },
    { flags: '--session <selector>', text: 'only this session, with its agents' },
    { flags: '--agent <id>', text: 'only this agent; "all" for agents only, "none" for none' },
    { flags: '-n, --most <number>', text: 'no more hits than this', default: String(DEFAULT_MOST) },
    NO_CATALOG_FLAG,
  ],
  examples: [
    ['clew search database migration', 'both words in one text'],
    ['clew search \'"out of memory" -test\'', 'a phrase, and not that'],
    ['clew search timeout --kind prompt --since 30d', 'what you asked last month'],
    ['clew search deploy --tool Bash --ranked', 'commands, the best first'],
    ["clew search --regex 'ECONN\\w+' --project api", 'a pattern, over the files'],
  ],
  run: runSearch,
};

async function runSearch(context: CliContext, input: CommandInput): Promise<number> {
  const options = await readOptions(context, input, await findHomes(machineOf(context), input.homes));
  const query = input.args.join(' ');
  const catalog = openCatalogOf(Catalog, context, input);
  try {
    const result = await search(catalog, query, options, context, input).catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'catalog-damaged') throw error;
      remark(context, input, 'The catalog was damaged and is built anew.');
      await catalog.rebuild();
      return search(catalog, query, options, context, input);
    });
    if (input.json) await context.print(searchJson(result));
    else await printHits(context, input, catalog, result, options);
    return result.total > 0 ? 0 : 1;
  } finally {
    catalog.close();
  }
}

async function search(
  catalog: Catalog,
  query: string,
  options: MatchOptions,
  context: CliContext,
  input: CommandInput,
): Promise<SearchResult> {
  const { regex, substring, ignoreCase } = input.flags;
  if (regex !== true && substring !== true) {
    // Refused before anything is read.
    parseQuery(query);
    const report = await syncWithProgress(catalog, options.homes, context, input);
    for (const problem of report.problems) remark(context, input, problem);
    return catalog.search(query, options);
  }
  if (regex === true && substring === true) {
    throw new Refusal(
      'two-patterns',
      'A query is either a pattern or a text.',
      'Give --regex or --substring.',
    );
  }
  const report = await syncWithProgress(catalog, options.homes, context, input, ['digests']);
  for (const problem of report.problems) remark(context, input, problem);
  return catalog.searchFiles(
    { kind: regex === true ? 'regex' : 'substring', text: query, ignoreCase: ignoreCase === true },
    options,
  );
}

async function readOptions(
  context: CliContext,
  input: CommandInput,
  homes: readonly string[],
): Promise<MatchOptions> {
  return {
    homes,
    order: input.flags.ranked === true ? 'ranked' : 'newest',
    project: textFlag(input, 'project'),
    ...readSpan(context, input),
    roles: pick(namesOf(input, 'role'), TEXT_ROLES, '--role') as readonly TextRole[] | undefined,
    kinds: pick(namesOf(input, 'kind'), TEXT_KINDS, '--kind') as readonly TextKind[] | undefined,
    tools: namesOf(input, 'tool'),
    model: textFlag(input, 'model'),
    branch: textFlag(input, 'branch'),
    session: await readSession(context, input, homes),
    agent: textFlag(input, 'agent'),
    most: readMost(input) ?? DEFAULT_MOST,
  };
}

/** An id goes as it is, for the catalog knows sessions whose files are gone; anything else must name one that is there. */
async function readSession(
  context: CliContext,
  input: CommandInput,
  homes: readonly string[],
): Promise<string | undefined> {
  const named = textFlag(input, 'session');
  if (named === undefined || /^[0-9a-f][0-9a-f-]*$/i.test(named)) return named;
  const sessionId = sessionIdOf(await selectSession(named, { homes, machine: machineOf(context) }));
  if (sessionId !== undefined) return sessionId;
  // Without one, all sessions would be searched.
  throw new Refusal(
    'session-unknown',
    `${quoteName(named)} is an agent’s file that names no session.`,
    'Search all that this agent said with --agent ID, or name a session.',
  );
}

function pick(
  names: readonly string[] | undefined,
  known: readonly string[],
  flag: string,
): readonly string[] | undefined {
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new Refusal(
    'bad-choice',
    `${flag} does not know “${textStart(unknown, 40)}”.`,
    `Give ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`,
  );
}

/** What a flag names, however often it was given; undefined where it was not. */
function namesOf(input: CommandInput, name: string): readonly string[] | undefined {
  const given = listFlag(input, name);
  if (given.length === 0) return undefined;
  const names = given.flatMap(splitWords);
  if (names.length > 0) return names;
  throw new Refusal('bad-choice', `--${name} names nothing.`, 'Leave it out, or say which.');
}
