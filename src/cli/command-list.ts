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
    name: 'lineage',
    group: 'Cut and mend:',
    summary: 'show where a clone came from, and what was cloned from a session',
    load: async () => (await import('./commands/lineage.ts')).lineageCommand,
  },
  {
    name: 'undo',
    group: 'Cut and mend:',
    summary: 'remove a clone and all that belongs to it, to a trash that gives it back',
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
    name: 'demo',
    group: 'More:',
    summary: 'write a home of made-up sessions to try things on',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
];
