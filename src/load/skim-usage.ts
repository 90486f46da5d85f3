// Takes the usage record of an assistant's line with one pattern over the line; a line of any other shape is left to the parser.
//
// The client writes such a line as `HEAD "id":"…" … "content":[ BLOCK ],"stop_reason":… TAIL`, one block a line. The pattern
// accepts nothing but JSON, so a damaged line is never taken for a whole one. The head and the end of the tail are mostly
// those of the line before: each is parsed once and then known by its text. The work is left to native code on purpose: a
// walk over the bytes in JavaScript is three times slower until the compiler has warmed up.
import { isObject, type JsonObject, parseObject, stringField } from '../base/json.ts';
import { parseClockTime } from '../base/parse-time.ts';
import { readFigures, type ToolUse, type UsageRecord } from '../stats/usage-record.ts';

/** Letters of a text without quote, backslash and what is not ASCII: those bytes are the text as they are. */
const PLAIN = '[ !#-[\\]-~]';
// In the patterns a byte beyond ASCII is a letter of its own: none changes what is JSON, and so decodes by copying.
const LETTERS = '[^"\\\\\\x00-\\x1f]*';
const STRING = `"${LETTERS}(?:\\\\(?:["\\\\/bfnrt]|u[\\da-fA-F]{4})${LETTERS})*"`;
const NUMBER = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
const SIMPLE = `(?:${STRING}|${NUMBER}|true|false|null)`;
const PAIR = `${STRING}:${SIMPLE}`;
// What tools are called with: mostly simple values, and lists of flat objects (todos, edits). Deeper ones are for the parser.
const FLAT = `\\{(?:${PAIR}(?:,${PAIR})*)?\\}`;
const ITEM = `(?:${SIMPLE}|${FLAT})`;
const ARGUMENT = `${STRING}:(?:${SIMPLE}|${FLAT}|\\[(?:${ITEM}(?:,${ITEM})*)?\\])`;

// Every part begins with a letter that the part before it cannot go on with, so no line takes more than a walk along it.
const HEAD = `((?:,"\\w+":${SIMPLE})*,"message":\\{(?:"model":${STRING},)?)"id":"(${PLAIN}+)"((?:,"\\w+":${SIMPLE})*)`;
const TOOL = `"(?:server_)?tool_use","id":"(${PLAIN}+)","name":"(${PLAIN}+)","input":\\{(?:${ARGUMENT}(?:,${ARGUMENT})*)?\\}(?:,"caller":\\{"type":"direct"\\})?`;
const BLOCK = `\\{"type":(?:"text","text":${STRING}|"thinking","thinking":${STRING}(?:,"signature":${STRING})?|${TOOL})\\}`;
const STOP = `"stop_reason":(null|"${PLAIN}*"),"stop_sequence":(?:null|"${PLAIN}*")(?:,"stop_details":null)?`;
const USAGE = `"usage":(\\{.*?\\})(?:,"(?:context_management|diagnostics)":null)*\\}`;
const TAIL = `(?:,"requestId":"(${PLAIN}*)")?(?:,"attribution\\w+":"${PLAIN}*")*,"type":"assistant","uuid":"${PLAIN}*","timestamp":"(${PLAIN}*)"`;
const LINE = new RegExp(
  `^\\{"parentUuid":(?:null|"${PLAIN}*")${HEAD},"content":\\[${BLOCK}\\],${STOP},${USAGE}${TAIL}(.*)\\}$`,
);

const CLOSE_BRACE = 0x7d;
/** Longer lines are for the parser: a pattern remembers every escape it passes. */
const LONGEST = 1 << 20;
/** A usage or an end of this length cannot be nested deeper than the parser allows. */
const LONGEST_PART = 980;

/** What the head, or the end of the tail, says of whose line it is. */
interface Owner {
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly cwd: string | undefined;
  readonly sidechain: boolean;
  readonly model: string | undefined;
}

/** Keys that stand elsewhere, or that the pattern of the tail reads: in the end of the tail, or twice, they are for the parser. */
const FOREIGN_TO_HEAD = ['type', 'uuid', 'timestamp', 'requestId'] as const;
const FOREIGN_TO_REST = [...FOREIGN_TO_HEAD, 'message', 'isSidechain'] as const;

export class UsageSkimmer {
  readonly #details: boolean;
  #headText = '';
  #midText = '';
  #head: Owner | undefined;
  #restText: string | undefined;
  #rest: Owner | undefined;
  #usageText = '';
  #usage: Usage | undefined;
  #id = '';
  #requestId: string | undefined;
  readonly #names = new Map<string, string>();

  /** `details`: which tools a line calls is told, too, and of which request it is. */
  constructor({ details = true }: { readonly details?: boolean } = {}) {
    this.#details = details;
  }

  /** The record of the line from `start` to `end`, or undefined where the parser must look. */
  skim(bytes: Buffer, start: number, end: number, offset: number): UsageRecord | undefined {
    if (bytes[end - 1] !== CLOSE_BRACE || end - start > LONGEST) return undefined;
    const found = LINE.exec(bytes.toString('latin1', start, end));
    if (!found) return undefined;
    // By place: to take a list apart is several times slower.
    const head = this.#readHead(found[1] as string, found[3] as string);
    const usage = this.#readUsage(found[7] as string);
    const rest = this.#readRest(found[10] as string);
    if (!head || !rest || !usage) return undefined;
    return {
      id: this.#readId(found[2] as string),
      requestId: this.#details ? this.#readRequestId(found[8]) : undefined,
      time: parseClockTime(found[9]),
      model: head.model,
      input: usage.input,
      output: usage.output,
      cacheRead: usage.cacheRead,
      cacheWrite5m: usage.cacheWrite5m,
      cacheWrite1h: usage.cacheWrite1h,
      webSearches: usage.webSearches,
      fast: usage.fast,
      usOnly: usage.usOnly,
      final: found[6] !== 'null',
      sessionId: rest.sessionId ?? head.sessionId,
      agentId: rest.agentId ?? head.agentId,
      sidechain: head.sidechain,
      source: 'entry',
      cwd: rest.cwd ?? head.cwd,
      tools: this.#details && found[5] !== undefined ? [this.#toolOf(found[4], found[5])] : NO_TOOLS,
      offset,
    };
  }

  #readHead(headText: string, midText: string): Owner | undefined {
    if (headText !== this.#headText || midText !== this.#midText) {
      this.#head = parseHead(headText, midText);
      this.#headText = headText;
      this.#midText = midText;
    }
    return this.#head;
  }

  #readUsage(text: string): Usage | undefined {
    if (text !== this.#usageText) {
      this.#usage = parseUsage(text);
      this.#usageText = text;
    }
    return this.#usage;
  }

  #readRest(text: string): Owner | undefined {
    if (text !== this.#restText) {
      this.#rest = parseRest(text);
      this.#restText = text;
    }
    return this.#rest;
  }

  // The lines of one message share these two: one string for all of them.
  #readId(id: string): string {
    if (id !== this.#id) this.#id = copy(id);
    return this.#id;
  }

  #readRequestId(id: string | undefined): string | undefined {
    if (id !== this.#requestId) this.#requestId = id && copy(id);
    return this.#requestId;
  }

  #toolOf(id: string | undefined, tool: string): ToolUse {
    let name = this.#names.get(tool);
    if (name === undefined) {
      name = copy(tool);
      this.#names.set(name, name);
    }
    return { id: copy(id ?? ''), name };
  }
}

const NO_TOOLS: readonly ToolUse[] = [];

// A part of a string holds the whole of it in memory; what is kept must be a string of its own.
function copy(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function parseHead(head: string, mid: string): Owner | undefined {
  const value = parseObject(`{${toUtf8(head).slice(1)}"id":""${toUtf8(mid)}}}`);
  const message = value?.message;
  if (!value || !isObject(message) || FOREIGN_TO_HEAD.some((key) => key in value)) return undefined;
  if (message.id !== '' || 'usage' in message || 'stop_reason' in message || 'content' in message)
    return undefined;
  return ownerOf(value, stringField(message, 'model'));
}

function parseRest(text: string): Owner | undefined {
  if (text === '') return NO_OWNER;
  if (!text.startsWith(',') || text.length > LONGEST_PART) return undefined;
  const value = parseObject(`{${toUtf8(text.slice(1))}}`);
  if (!value || FOREIGN_TO_REST.some((key) => key in value)) return undefined;
  return ownerOf(value, undefined);
}

function toUtf8(letters: string): string {
  return Buffer.from(letters, 'latin1').toString('utf8');
}

function ownerOf(value: JsonObject, model: string | undefined): Owner {
  return {
    sessionId: stringField(value, 'sessionId'),
    agentId: stringField(value, 'agentId'),
    cwd: stringField(value, 'cwd'),
    sidechain: value.isSidechain === true,
    model,
  };
}

const NO_OWNER: Owner = ownerOf({}, undefined);

type Usage = ReturnType<typeof readFigures>;

function parseUsage(text: string): Usage | undefined {
  const usage = text.length > LONGEST_PART ? undefined : parseObject(text);
  return usage && readFigures(usage);
}
