// The published surface of the disk layer (`clew/disk`): find, read and write session files.
export { type AgentFile, agentIdOf } from './agent-file.ts';
export { assignAgents, findAgents, readAgentSessionId } from './assign-agents.ts';
export { dataDir } from './data-dir.ts';
export type { HistoryLines } from './find-history-lines.ts';
export { findHomes } from './find-homes.ts';
export { findSessions, findSessionsAround, type SessionListing } from './find-sessions.ts';
export type { DiskProblem, FoundFile } from './list-folder.ts';
export type { OrphanFolder, ProjectFolder, SessionFile } from './list-project.ts';
export { listSidecars, type Sidecar, type SidecarKind, type Sidecars } from './list-sidecars.ts';
export { type Machine, resolvePath, thisMachine } from './machine.ts';
export { type ByteRange, openByteSource, type ReadOptions, readLogFile, readPlace } from './read-file.ts';
export { type Selection, type SelectOptions, selectSession } from './select-session.ts';
export { slugOf, wholeSlugOf } from './slug.ts';
export { type WriteOptions, writeFileAtomically } from './write-file.ts';
