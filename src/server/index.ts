// The server as a library: starts it, or gives its application for another one to mount.
export type { ExportFormat } from '../export/export-format.ts';
export type * from './api.ts';
export { type AppOptions, createApp } from './create-app.ts';
export { type ExportSettings, type MadeExport, makeExport } from './make-export.ts';
export { type OpenedContext, type OpenOptions, openContext } from './open-context.ts';
export { DEFAULT_PORT, type RunningServer, type ServeOptions, startServer } from './start-server.ts';
