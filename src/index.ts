// The library (`clew`): everything that needs no file system. Files are found, read and written by `clew/disk`.

export type { Json, JsonObject } from './base/json.ts';
export { Refusal } from './base/refusal.ts';
export { checkSession } from './check/check-session.ts';
export {
  behaviourOf,
  type ClientBehaviour,
  MEASURED_CLIENTS,
  NEWEST_CLIENT,
} from './context/client-behaviour.ts';
export { type ContextDescription, describeContext } from './context/describe-context.ts';
export { predictResume, type ResumeOptions, type ResumePrediction } from './context/predict-resume.ts';
export type { SentMessage } from './context/sent-message.ts';
export { attributeTokens, type TokenLedger } from './context/tokens/attribute-tokens.ts';
export { type Block, contentBlocks, contentText, entryBlocks } from './log/block.ts';
export { editJson } from './log/edit-json.ts';
export type { BlankLine, Entry, Line, Place, UnreadableLine, UnreadableReason } from './log/line.ts';
export { type ByteSource, parseLog, readLog } from './log/read-log.ts';
export { changedEntryBytes, entryText, lineBytes } from './log/write-line.ts';
export { type AgentNode, type AgentTree, linkAgents } from './session/agents.ts';
export { type Branch, branchNodes, listBranches, walkParents } from './session/branches.ts';
export { displayOrder } from './session/display-order.ts';
export { type Fork, listForks, type Way } from './session/fork.ts';
export { buildGraph, type Graph, type Node } from './session/graph.ts';
export { finalEntry, joinMessages, type Message, type MessageBlock } from './session/messages.ts';
export type { Problem, Severity } from './session/problem.ts';
export {
  activeBranch,
  buildThread,
  type Conversation,
  readConversation,
  type Thread,
} from './session/session.ts';
export { pairToolCalls, type ToolCall } from './session/tool-calls.ts';
export { viewToolCall } from './session/tool-view/view-tool-call.ts';
export { groupTurns, promptText, type Turn, type TurnEnd } from './session/turns.ts';
export { contextTokens, readUsage, type Usage } from './session/usage.ts';
export { type UserKind, userKind } from './session/user-kind.ts';
