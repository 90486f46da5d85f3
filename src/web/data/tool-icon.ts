// The icon of a tool by its name; a tool of an extension has braces.
import type { IconName } from '../widgets/icon.tsx';

const ICONS: ReadonlyMap<string, IconName> = new Map<string, IconName>([
  ['Bash', 'bash'],
  ['BashOutput', 'bash'],
  ['KillShell', 'bash'],
  ['KillBash', 'bash'],
  ['TaskOutput', 'bash'],
  ['TaskStop', 'bash'],
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['Write', 'edit'],
  ['NotebookEdit', 'edit'],
  ['Read', 'read'],
  ['NotebookRead', 'read'],
  ['LS', 'folder'],
  ['Grep', 'grep'],
  ['Glob', 'grep'],
  ['ToolSearch', 'grep'],
  ['TodoWrite', 'todo'],
  ['TodoRead', 'todo'],
  ['TaskCreate', 'todo'],
  ['TaskUpdate', 'todo'],
  ['TaskList', 'todo'],
  ['TaskGet', 'todo'],
  ['ExitPlanMode', 'todo'],
  ['EnterPlanMode', 'todo'],
  ['WebFetch', 'web'],
  ['WebSearch', 'web'],
  ['Agent', 'agent'],
  ['Task', 'agent'],
  ['SendMessage', 'bell'],
  ['AskUserQuestion', 'hand'],
]);

export function iconOfTool(name: string): IconName {
  return ICONS.get(name) ?? (name.startsWith('mcp__') ? 'braces' : 'tool');
}
