// The published surface of the server (`clew/server`): start it, or mount its app, and the types of what it answers.
export type * from './api.ts';
export { type AppOptions, createApp } from './create-app.ts';
export { type OpenedContext, type OpenOptions, openContext } from './open-context.ts';
export { DEFAULT_PORT, type RunningServer, type ServeOptions, startServer } from './start-server.ts';
