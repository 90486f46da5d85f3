// The published surface of the disk layer (`clew/disk`): find, read and write session files.
export type { AgentFile } from './agent-file.ts';
export { assignAgents, findAgents } from './assign-agents.ts';
export { dataDir } from './data-dir.ts';
export { findHomes } from './find-homes.ts';
export { findSessions, type SessionListing } from './find-sessions.ts';
export { LineFollower, type NewLines } from './line-follower.ts';
export type { DiskProblem } from './list-folder.ts';
export type { SessionFile } from './list-project.ts';
export { listSidecars, type Sidecars } from './list-sidecars.ts';
export { type LogChange, LogWatcher, type WatchOptions } from './log-watcher.ts';
export { type Machine, thisMachine } from './machine.ts';
export { openByteSource, type ReadOptions, readLogFile, readPlace } from './read-file.ts';
export { type Selection, type SelectOptions, selectSession } from './select-session.ts';
export { slugOf } from './slug.ts';
export { type WriteOptions, writeFileAtomically } from './write-file.ts';
