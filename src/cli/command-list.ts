// Every command with its group and summary. A command's code is loaded only when it runs, so that start-up stays short.
import type { CommandSpec } from './command.ts';

export interface CommandListing {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly load: () => Promise<CommandSpec>;
}

export const COMMANDS: readonly CommandListing[] = [
  {
    name: 'ls',
    group: 'Read:',
    summary: 'list sessions: title, project, turns, tools, tokens, size, age, health',
    load: async () => (await import('./commands/ls.ts')).lsCommand,
  },
  {
    name: 'show',
    group: 'Read:',
    summary: 'read a session: turns, thinking, tool calls with results, diffs, agents',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  {
    name: 'search',
    group: 'Read:',
    summary: 'find words, phrases or patterns in all sessions, and where to read on',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'tail',
    group: 'Read:',
    summary: 'follow sessions while they are written',
    load: async () => (await import('./commands/tail.ts')).tailCommand,
  },
  {
    name: 'serve',
    group: 'Read:',
    summary: 'open the web app: read, search, measure and cut sessions in the browser',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'files',
    group: 'Read:',
    summary: 'list the files a session touched, with their versions; compare and restore them',
    load: async () => (await import('./commands/files.ts')).filesCommand,
  },
  {
    name: 'notes',
    group: 'Read:',
    summary: 'list, write and remove your notes on the turns of a session',
    load: async () => (await import('./commands/notes.ts')).notesCommand,
  },
  {
    name: 'stats',
    group: 'Measure:',
    summary: 'tokens and money by day, model, project, session, agent, tool or 5-hour block; metrics',
    load: async () => (await import('./commands/stats.ts')).statsCommand,
  },
  {
    name: 'context',
    group: 'Measure:',
    summary: 'what a resume would load, what is lost, and what fills the window',
    load: async () => (await import('./commands/context.ts')).contextCommand,
  },
  {
    name: 'check',
    group: 'Cut and mend:',
    summary: 'find what is wrong with sessions, what a resume loses, and what helps',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'repair',
    group: 'Cut and mend:',
    summary: 'mend a damaged session into a clone, and show every change',
    load: async () => (await import('./commands/repair.ts')).repairCommand,
  },
  {
    name: 'clone',
    group: 'Cut and mend:',
    summary: 'make a resumable copy with cuts: tool calls, results, thinking, turns, branches',
    load: async () => (await import('./commands/clone.ts')).cloneCommand,
  },
  {
    name: 'compress',
    group: 'Cut and mend:',
    summary: 'make a resumable copy whose old turns are shortened, by a model or without one',
    load: async () => (await import('./commands/compress.ts')).compressCommand,
  },
  {
    name: 'lineage',
    group: 'Cut and mend:',
    summary: 'show where a clone came from, and what was cloned from a session',
    load: async () => (await import('./commands/lineage.ts')).lineageCommand,
  },
  {
    name: 'undo',
    group: 'Cut and mend:',
    summary: 'take back what clew did: a clone, or a removal, move, scrub, restore, unpacking',
    load: async () => (await import('./commands/undo.ts')).undoCommand,
  },
  {
    name: 'survey',
    group: 'Study:',
    summary: 'describe the format of sessions: types, fields, blocks, turns, pairing, chain',
    load: async () => (await import('./commands/survey.ts')).surveyCommand,
  },
  {
    name: 'graph',
    group: 'Study:',
    summary: 'draw a session: its thread, branches, compactions and agents',
    load: async () => (await import('./commands/graph.ts')).graphCommand,
  },
  {
    name: 'secrets',
    group: 'Keep and tidy:',
    summary: 'find keys, tokens and passwords in sessions, and scrub them',
    load: async () => (await import('./commands/secrets.ts')).secretsCommand,
  },
  {
    name: 'export',
    group: 'Keep and tidy:',
    summary: 'write a session as one HTML page, Markdown, text, JSON, or a file to import',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'archive',
    group: 'Keep and tidy:',
    summary: 'copy sessions into a compressed archive before the client deletes them',
    load: async () => (await import('./commands/archive.ts')).archiveCommand,
  },
  {
    name: 'restore',
    group: 'Keep and tidy:',
    summary: 'bring sessions back from the archive, ready to resume',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  {
    name: 'mv',
    group: 'Keep and tidy:',
    summary: 'move sessions to another project: folder, cwd in every line, index, history',
    load: async () => (await import('./commands/mv.ts')).mvCommand,
  },
  {
    name: 'pack',
    group: 'Keep and tidy:',
    summary: 'put sessions and all that belongs to them into one file, for another machine',
    load: async () => (await import('./commands/pack.ts')).packCommand,
  },
  {
    name: 'unpack',
    group: 'Keep and tidy:',
    summary: 'place the sessions of a pack here, their paths mapped, ready to resume',
    load: async () => (await import('./commands/unpack.ts')).unpackCommand,
  },
  {
    name: 'rm',
    group: 'Keep and tidy:',
    summary: 'remove sessions and all that belongs to them, to a trash that gives them back',
    load: async () => (await import('./commands/rm.ts')).rmCommand,
  },
  {
    name: 'locate',
    group: 'Keep and tidy:',
    summary: 'say where a session is, why the client’s picker does not list it, and what helps',
    load: async () => (await import('./commands/locate.ts')).locateCommand,
  },
  {
    name: 'du',
    group: 'Keep and tidy:',
    summary: 'show what takes the space, and slim sessions without loss',
    load: async () => (await import('./commands/du.ts')).duCommand,
  },
  {
    name: 'sync',
    group: 'More:',
    summary: 'bring the catalog up to date: what search, ls and stats answer from',
    load: async () => (await import('./commands/sync.ts')).syncCommand,
  },
  {
    name: 'demo',
    group: 'More:',
    summary: 'write a home of made-up sessions to try things on',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
];
