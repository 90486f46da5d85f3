// A session as one file to save: what may be asked for. The answer is the file itself.
import type { ExportFormat } from '../../export/export-format.ts';

export interface ExportQuery {
  /** By default `html`: one page that carries all it shows. */
  readonly format?: ExportFormat;
  /** Without secrets, names of home folders and e-mail addresses. */
  readonly redact?: boolean;
  /** Only these turns: `3`, `3..7`, `3..`, `..7` or `last`. */
  readonly turn?: string;
  readonly branch?: string;
}
