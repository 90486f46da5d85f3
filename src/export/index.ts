// The published surface of the export layer (`clew/export`): a session as Markdown, text, JSON, or a file to resume.
export { type ExportChoice, type ExportedSession, prepareExport } from './exported-session.ts';
export { makeRedactor, type RedactOptions, type Redactor } from './make-redactor.ts';
export { type DocumentOptions, writeMarkdown, writeText } from './write-document.ts';
export { type Excerpt, makeExcerpt } from './write-excerpt.ts';
export { writeModel } from './write-model.ts';
