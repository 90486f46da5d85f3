// The tools that clients have without plug-ins and servers, as their requests list them: references to others go.
import { compareVersions } from '../base/compare-versions.ts';

const TASK_TOOLS: readonly string[] = ['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'];

const TOOLS: readonly { readonly since: string; readonly names: string }[] = [
  {
    since: '0.0.0',
    names:
      'Task TaskOutput Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch TaskStop AskUserQuestion Skill EnterPlanMode',
  },
  {
    since: '2.1.325',
    names:
      'Agent Bash Edit ListAgents Read ReportFindings ScheduleWakeup Skill ToolSearch Workflow Write CronCreate CronDelete CronList EnterWorktree ExitWorktree Monitor NotebookEdit SendMessage TaskStop WebFetch WebSearch',
  },
];

/** The tools of that client; before 2.1.325 only 2.1.50 looks at them, and the list is its own. */
export function toolsOf(version: string, hasTaskTools: boolean): ReadonlySet<string> {
  const tools = TOOLS.findLast((row) => compareVersions(row.since, version) <= 0)?.names.split(' ') ?? [];
  return new Set(hasTaskTools ? [...tools, ...TASK_TOOLS] : tools);
}
