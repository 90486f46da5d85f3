// The tools a client has without plug-ins and servers: references to others are taken out of results [resume R19].
import { systemRoleOf } from './choose-model.ts';

const TOOLS: readonly string[] =
  'Agent Bash Edit ListAgents Read ReportFindings ScheduleWakeup Skill ToolSearch Workflow Write CronCreate CronDelete CronList EnterWorktree ExitWorktree Monitor NotebookEdit SendMessage TaskStop WebFetch WebSearch'.split(
    ' ',
  );
// Models that get reminders in the system role have no task list.
const TASK_TOOLS: readonly string[] = ['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'];

export function toolsOf(model: string): ReadonlySet<string> {
  return new Set(systemRoleOf(model) === undefined ? [...TOOLS, ...TASK_TOOLS] : TOOLS);
}
