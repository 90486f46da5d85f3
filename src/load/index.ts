// The published surface of the load layer (`clew/load`): open, list, check, clone and repair sessions by their files.
export { type CloneOptions, type CloneReport, cloneSession } from './clone-session.ts';
export { type LineageRecord, readRecords } from './lineage-record.ts';
export { listSessions } from './list-sessions.ts';
export { type OpenAgent, type OpenSession, openSession } from './open-session.ts';
export { type CloneCuts, type ClonePlan, planClone } from './plan-clone.ts';
export { type RepairOptions, type RepairReport, repairSession } from './repair-session.ts';
export { type FileSummary, summariseFile } from './summarise-file.ts';
export { restoreClone, undoClone } from './undo-clone.ts';
