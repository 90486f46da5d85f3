// Takes the usage record of an assistant's line from slices of its bytes; a line of any other shape is left to the parser.
//
// The client writes such a line as `HEAD "content":[ BLOCKS ],"stop_reason":… TAIL`. The head but for two ids, and the end of
// the tail, are those of the line before: each is parsed once and then known by its text. Every part is checked to be JSON,
// so a damaged line is never taken for a whole one. The work is left to native code on purpose: a walk over the bytes in
// JavaScript is three times slower until the compiler has warmed up.
import { isObject, type Json, type JsonObject, stringField } from '../base/json.ts';
import { readFigures, readTools, type ToolUse, type UsageRecord } from '../stats/usage-record.ts';

const QUOTE = 0x22;
const CLOSE_BRACKET = 0x5d;
const LETTER_N = 0x6e;
const ID = Buffer.from('"id":"');
const CONTENT = Buffer.from('tent":[');
const USAGE = Buffer.from('"usage"');

// Letters of a text without quote, backslash and what is not ASCII: those bytes are the text as they are.
const TAIL =
  /^\],"stop_reason":(null|"[ !#-[\]-~]*"),"stop_sequence":(?:null|"[ !#-[\]-~]*")(?:,"stop_details":null)?,"usage":(\{.*?\})(?:,"(?:context_management|diagnostics)":null)*\}(?:,"requestId":"([ !#-[\]-~]*)")?(?:,"attribution\w+":"[ !#-[\]-~]*")*,"type":"assistant","uuid":"[ !#-[\]-~]*","timestamp":"([ !#-[\]-~]*)"(.*)\}$/;
const PARENT = /^\{"parentUuid":(?:null|"[ !#-[\]-~]*")$/;
const PLAIN = /^[ !#-[\]-~]+$/;
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
  #headText = '';
  #midText = '';
  #head: Owner | undefined;
  #restText: string | undefined;
  #rest: Owner | undefined;
  #usageText = '';
  #usage: Usage | undefined;
  #id = '';
  #requestId: string | undefined;

  /** The record of the line from `start` to `end`, or undefined where the parser must look. `hit` is its first `"usage"`. */
  skim(bytes: Buffer, start: number, hit: number, end: number, offset: number): UsageRecord | undefined {
    const headStart = behindParent(bytes, start);
    const idStart = bytes.indexOf(ID, headStart) + ID.length;
    if (headStart < 0 || idStart < ID.length || idStart > hit) return undefined;
    const idEnd = bytes.indexOf(QUOTE, idStart);
    const blocks = bytes.indexOf(CONTENT, idEnd) + CONTENT.length;
    const blocksEnd = bytes.lastIndexOf(CLOSE_BRACKET, hit);
    if (blocks < CONTENT.length || blocks > blocksEnd) return undefined;
    const headText = bytes.toString('latin1', headStart, idStart);
    const midText = bytes.toString('latin1', idEnd, blocks);
    if (headText !== this.#headText || midText !== this.#midText) {
      this.#head = parseHead(bytes.toString('utf8', start, blocks));
      this.#headText = headText;
      this.#midText = midText;
    }
    if (!this.#head || bytes.subarray(hit + USAGE.length, end).includes(USAGE)) return undefined;
    const tail = TAIL.exec(bytes.toString('latin1', blocksEnd, end));
    // As Latin letters: no byte of a text beyond ASCII changes what is JSON, and this decodes by copying.
    const tools = tail && parseTools(bytes.toString('latin1', blocks - 1, blocksEnd + 1));
    return tools ? this.#readTail(tail, bytes.toString('latin1', idStart, idEnd), tools, offset) : undefined;
  }

  #readTail(
    [, stop, usageText = '', requestId, timestamp = '', restText = '']: RegExpExecArray,
    id: string,
    tools: readonly ToolUse[],
    offset: number,
  ): UsageRecord | undefined {
    if (restText !== this.#restText) {
      this.#rest = parseRest(restText);
      this.#restText = restText;
    }
    if (usageText !== this.#usageText) {
      this.#usage = parseUsage(usageText);
      this.#usageText = usageText;
    }
    // The lines of one message share these two: one string for all of them.
    if (id !== this.#id) {
      if (!PLAIN.test(id)) return undefined;
      this.#id = id;
    }
    if (requestId !== this.#requestId)
      this.#requestId = requestId && Buffer.from(requestId, 'latin1').toString('latin1');
    const head = this.#head;
    const rest = this.#rest;
    const usage = this.#usage;
    if (!head || !rest || !usage) return undefined;
    const time = Date.parse(timestamp);
    return {
      id: this.#id,
      requestId: this.#requestId,
      time: Number.isNaN(time) ? undefined : time,
      model: head.model,
      input: usage.input,
      output: usage.output,
      cacheRead: usage.cacheRead,
      cacheWrite5m: usage.cacheWrite5m,
      cacheWrite1h: usage.cacheWrite1h,
      webSearches: usage.webSearches,
      fast: usage.fast,
      usOnly: usage.usOnly,
      final: stop !== 'null',
      sessionId: rest.sessionId ?? head.sessionId,
      agentId: rest.agentId ?? head.agentId,
      sidechain: head.sidechain,
      source: 'entry',
      cwd: rest.cwd ?? head.cwd,
      tools,
      offset,
    };
  }
}

/** The place behind `{"parentUuid":"…"`, or -1 where the line begins otherwise. */
function behindParent(bytes: Buffer, start: number): number {
  const end = start + (bytes[start + PARENT_KEY] === LETTER_N ? PARENT_KEY + 4 : PARENT_KEY + UUID + 2);
  return PARENT.test(bytes.toString('latin1', start, end)) ? end : -1;
}

const PARENT_KEY = '{"parentUuid":'.length;
const UUID = 36;

function parseHead(text: string): Owner | undefined {
  const value = parseObject(`${text}]}}`);
  const message = value?.message;
  if (!value || !isObject(message) || FOREIGN_TO_HEAD.some((key) => key in value)) return undefined;
  if (!Array.isArray(message.content) || 'usage' in message || 'stop_reason' in message) return undefined;
  return ownerOf(value, stringField(message, 'model'));
}

function parseRest(text: string): Owner | undefined {
  if (text === '') return NO_OWNER;
  if (!text.startsWith(',')) return undefined;
  const value = parseObject(`{${Buffer.from(text.slice(1), 'latin1').toString('utf8')}}`);
  if (!value || FOREIGN_TO_REST.some((key) => key in value)) return undefined;
  return ownerOf(value, undefined);
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
  const usage = parseObject(text);
  return usage && readFigures(usage);
}

function parseObject(text: string): JsonObject | undefined {
  const value = parse(text);
  return isObject(value) ? value : undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The calls among the blocks; undefined where they are not JSON, or a name is beyond what the bytes tell. */
function parseTools(blocks: string): readonly ToolUse[] | undefined {
  const content = parse(blocks);
  if (content === undefined) return undefined;
  const tools = readTools({ content });
  return tools.every(({ id = ' ', name }) => PLAIN.test(id) && PLAIN.test(name)) ? tools : undefined;
}
