// The formats that a session can be exported in.

export const EXPORT_FORMATS = ['html', 'md', 'text', 'json', 'jsonl'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
