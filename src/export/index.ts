// The published surface of the export layer (`clew/export`): a session as Markdown, text, JSON, or a file to resume.

export { buildDrawing } from '../render/graph/build-drawing.ts';
export type { DrawBy, Drawing } from '../render/graph/drawing.ts';
export { drawingJson } from '../render/graph/drawing-json.ts';
export { writeDot } from '../render/graph/write-dot.ts';
export { writeMermaid } from '../render/graph/write-mermaid.ts';
export { writeSvg } from '../render/graph/write-svg.ts';
export { type ExportChoice, type ExportedSession, prepareExport } from './exported-session.ts';
export { makeRedactor, type RedactOptions, type Redactor } from './make-redactor.ts';
export { type DocumentOptions, writeMarkdown, writeText } from './write-document.ts';
export { type Excerpt, makeExcerpt } from './write-excerpt.ts';
export { writeModel } from './write-model.ts';
