// Every scenario, in the order of the matrix.
import type { Scenario } from './scenario.ts';
import { apiErrorFinal } from './scenarios/api-error-final.ts';
import { apiErrorRetried } from './scenarios/api-error-retried.ts';
import { backgroundAgent } from './scenarios/background-agent.ts';
import { cancelledPrompt } from './scenarios/cancelled-prompt.ts';
import { compactAutomatic } from './scenarios/compact-automatic.ts';
import { compactByPrint } from './scenarios/compact-by-print.ts';
import { compactInTerminal } from './scenarios/compact-in-terminal.ts';
import { forked } from './scenarios/forked.ts';
import { imagePrompt } from './scenarios/image-prompt.ts';
import { imageRead } from './scenarios/image-read.ts';
import { interruptedText } from './scenarios/interrupted-text.ts';
import { interruptedTool } from './scenarios/interrupted-tool.ts';
import { largeOutput } from './scenarios/large-output.ts';
import { longToolLoop } from './scenarios/long-tool-loop.ts';
import { mcpTool } from './scenarios/mcp-tool.ts';
import { parallelTools } from './scenarios/parallel-tools.ts';
import { plainTalk } from './scenarios/plain-talk.ts';
import { queuedPrompt } from './scenarios/queued-prompt.ts';
import { renamed } from './scenarios/renamed.ts';
import { resumed } from './scenarios/resumed.ts';
import { rewound } from './scenarios/rewound.ts';
import { slashAndShell } from './scenarios/slash-and-shell.ts';
import { subAgent } from './scenarios/sub-agent.ts';
import { thinkingBlocks } from './scenarios/thinking-blocks.ts';
import { twoAgents } from './scenarios/two-agents.ts';

export const ALL_SCENARIOS: readonly Scenario[] = [
  plainTalk,
  thinkingBlocks,
  parallelTools,
  longToolLoop,
  subAgent,
  twoAgents,
  backgroundAgent,
  mcpTool,
  apiErrorRetried,
  apiErrorFinal,
  imageRead,
  imagePrompt,
  largeOutput,
  resumed,
  forked,
  compactByPrint,
  compactAutomatic,
  compactInTerminal,
  interruptedText,
  interruptedTool,
  cancelledPrompt,
  queuedPrompt,
  slashAndShell,
  rewound,
  renamed,
];
