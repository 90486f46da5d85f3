// The published surface of the load layer (`clew/load`): open, list, check, count, clone and repair sessions by their files.
export type { Reach } from '../transform/choose-turns.ts';
export type { CutOptions } from '../transform/cut.ts';
export { checkHomes, checkSelection, type HomesCheck } from './check-files.ts';
export type { FileCheck } from './check-one-session.ts';
export type { HomeFile } from './check-pool.ts';
export { type CloneOptions, type CloneReport, cloneFile, cloneSession } from './clone-session.ts';
export { countUsage, type UsageCount, usageTargets } from './count-usage.ts';
export { type LineageRecord, readRecords } from './lineage-record.ts';
export { type ListOptions, listSessions, type SessionList } from './list-sessions.ts';
export { type OpenAgent, type OpenSession, openSession } from './open-session.ts';
export { type CloneCuts, type ClonePlan, planClone } from './plan-clone.ts';
export { type RepairOptions, type RepairReport, repairSession } from './repair-session.ts';
export { type FileSummary, summariseFile } from './summarise-file.ts';
export { restoreClone, type Undone, type UndoOptions, undoClone } from './undo-clone.ts';
