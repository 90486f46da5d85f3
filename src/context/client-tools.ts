// The tools a client has without plug-ins and servers: references to others are taken out of results [resume R19].
import type { ClientBehaviour } from './client-behaviour.ts';

const TOOLS: readonly string[] =
  'Agent Bash Edit ListAgents Read ReportFindings ScheduleWakeup Skill ToolSearch Workflow Write CronCreate CronDelete CronList EnterWorktree ExitWorktree Monitor NotebookEdit SendMessage TaskStop WebFetch WebSearch'.split(
    ' ',
  );
const TASK_TOOLS: readonly string[] = ['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'];

export function toolsOf(behaviour: ClientBehaviour, userRole: boolean): ReadonlySet<string> {
  const { taskTools } = behaviour;
  const hasTasks = taskTools === 'all-models' || (taskTools === 'user-role-models' && userRole);
  return new Set(hasTasks ? [...TOOLS, ...TASK_TOOLS] : TOOLS);
}
