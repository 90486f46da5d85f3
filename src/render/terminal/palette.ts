// One colour for each kind of thing, as everywhere in clew: user blue, thinking violet, tools amber, agents teal, errors red.
import pico from 'picocolors';

type Paint = (text: string) => string;

export interface Palette {
  /** False where no escape sequence may be written at all. */
  readonly color: boolean;
  readonly user: Paint;
  readonly thinking: Paint;
  readonly tool: Paint;
  readonly error: Paint;
  readonly warning: Paint;
  readonly agent: Paint;
  readonly compaction: Paint;
  /** System entries, attachments, figures: what is read last. */
  readonly faint: Paint;
  readonly strong: Paint;
  readonly emphasis: Paint;
  readonly struck: Paint;
  readonly code: Paint;
  readonly link: Paint;
  readonly added: Paint;
  readonly removed: Paint;
  readonly syntax: Readonly<Record<'keyword' | 'text' | 'number' | 'comment' | 'name' | 'type', Paint>>;
}

export function makePalette(color: boolean): Palette {
  const c = pico.createColors(color);
  return {
    color,
    user: c.blue,
    thinking: (text) => c.magenta(text),
    tool: c.yellow,
    error: c.red,
    warning: c.yellow,
    agent: c.cyan,
    compaction: c.magentaBright,
    faint: c.dim,
    strong: c.bold,
    emphasis: c.italic,
    struck: color ? c.strikethrough : (text) => `~~${text}~~`,
    code: color ? c.cyan : (text) => `\`${text}\``,
    link: c.underline,
    added: c.green,
    removed: c.red,
    syntax: {
      keyword: c.magenta,
      text: c.green,
      number: c.cyan,
      comment: c.dim,
      name: c.blue,
      type: c.yellow,
    },
  };
}
