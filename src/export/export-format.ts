// The formats that a session can be exported in.

export const EXPORT_FORMATS = ['html', 'md', 'text', 'json', 'jsonl'] as const;

/** The formats that `clew export` writes. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
