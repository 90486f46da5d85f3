// How each tab of a session is loaded: a new one is a line here, a name in tab-names.ts, and a file beside this one.
import type { ComponentType } from 'preact';

export const TAB_LOADS: Readonly<Record<string, () => Promise<ComponentType>>> = {
  // An address may name any tab, and no table of ours shall answer for `constructor`.
  __proto__: null as never,
  transcript: async () => (await import('./transcript-tab.tsx')).TranscriptTab,
  context: async () => (await import('./context-tab.tsx')).ContextTab,
  timeline: async () => (await import('./timeline-tab.tsx')).TimelineTab,
  graph: async () => (await import('./graph-tab.tsx')).GraphTab,
  files: async () => (await import('./files-tab.tsx')).FilesTab,
  health: async () => (await import('./health-tab.tsx')).HealthTab,
  cut: async () => (await import('./cut-tab.tsx')).CutTab,
};
