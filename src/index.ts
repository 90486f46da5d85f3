// The library (`clew`): everything that needs no file system. It runs in Node and in a browser; docs/library.md shows how.

// Bytes and lines
export type { Json, JsonObject } from './base/json.ts';
export { Refusal } from './base/refusal.ts';
// What a resume would send, and what is wrong
export { checkSession, type SessionCheck } from './check/check-session.ts';
export type { CheckInput } from './check/checked-session.ts';
export type { Finding } from './check/finding.ts';
export { MEASURED_CLIENTS, NEWEST_CLIENT } from './context/client-behaviour.ts';
export { type ContextDescription, describeContext } from './context/describe-context.ts';
export type { Loss } from './context/list-losses.ts';
export { predictResume, type ResumeOptions, type ResumePrediction } from './context/predict-resume.ts';
export type { SentMessage } from './context/sent-message.ts';
export { attributeTokens, type TokenLedger } from './context/tokens/attribute-tokens.ts';
export { type Block, contentText, entryBlocks } from './log/block.ts';
export { editJson } from './log/edit-json.ts';
export type { BlankLine, Entry, Line, Place, UnreadableLine, UnreadableReason } from './log/line.ts';
export { type ByteSource, parseLog, readLog } from './log/read-log.ts';
export { changedEntryBytes, entryText, lineBytes } from './log/write-line.ts';
// The conversation
export { type AgentNode, type AgentTree, linkAgents } from './session/agents.ts';
export { type Branch, branchNodes, walkParents } from './session/branches.ts';
export { displayOrder } from './session/display-order.ts';
export { type Fork, listForks, type Way } from './session/fork.ts';
export type { Graph, Node } from './session/graph.ts';
export { type Lineage, relateSessions, type SessionKeys, sessionKeys } from './session/lineage.ts';
export { finalEntry, joinMessages, type Message, type MessageBlock } from './session/messages.ts';
export type { Problem, Severity } from './session/problem.ts';
export {
  activeBranch,
  buildThread,
  type Conversation,
  readConversation,
  type Thread,
} from './session/session.ts';
export { readSessionState, type SessionState } from './session/session-state.ts';
export { type PairedToolCalls, pairToolCalls, type ToolCall } from './session/tool-calls.ts';
export { viewToolCall } from './session/tool-view/view-tool-call.ts';
export { groupTurns, promptText, type Turn, type TurnEnd } from './session/turns.ts';
export { contextTokens, type Usage } from './session/usage.ts';
export { type UserKind, userKind } from './session/user-kind.ts';

// Tokens and money
export { type Grouping, type GroupOptions, groupUsage, type UsageRow } from './stats/group-usage.ts';
export { buildLedger, type Ledger, type LedgerMessage } from './stats/ledger.ts';
export { BUILT_IN_PRICES, costOf, type Price, type PriceList } from './stats/prices.ts';
export { sumUsage, type UsageSum } from './stats/sum-usage.ts';
export type { FileUsage } from './stats/usage-record.ts';
export { type ZoneClock, zoneClock } from './stats/zone-clock.ts';

// The format
export { buildSurvey, type Survey } from './survey/build-survey.ts';
export { FieldTable } from './survey/field-table.ts';
export { type Drift, findDrift } from './survey/find-drift.ts';
export { type SurveyOptions, surveyLog } from './survey/survey-log.ts';
