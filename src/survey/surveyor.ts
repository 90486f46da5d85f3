// Surveys one session file line by line: one pass, and memory that hardly grows with the file.
import { type JsonObject, stringField } from '../base/json.ts';
import { arrayBlocks, contentText } from '../log/block.ts';
import {
  attachmentTypeOf,
  isCompactBoundary,
  isSidechain,
  messageIdOf,
  messageOf,
  modelOf,
  parentUuidOf,
  sessionIdOf,
  systemSubtypeOf,
  timestampOf,
  typeOf,
  uuidOf,
} from '../log/fields.ts';
import { isKnownType } from '../log/known-format.ts';
import type { Entry, Line } from '../log/line.ts';
import type { ForkChild } from '../session/real-fork.ts';
import { type UserKind, userKind } from '../session/user-kind.ts';
import { type ChainSurvey, ChainTally } from './chain-tally.ts';
import { Counter, type Counts } from './counter.ts';
import { FieldTable } from './field-table.ts';
import { IdTally } from './id-tally.ts';
import { blockTypeOf, progressTypeOf, recordFields } from './record-fields.ts';
import { isTextOnlyTurn, opensBoundaryTurn } from './seed-turns.ts';
import { type ToolCallSurvey, ToolTally } from './tool-tally.ts';

/** One file in numbers: the shape that `clew survey --json` prints. All counts are over the raw entries of that file. */
export interface SessionSurvey {
  readonly file: string;
  /** The file's name where that is a uuid, else the first `sessionId` in it (agents), else null. */
  readonly sessionId: string | null;
  readonly bytes: number;
  /** All lines; `lines` = `entries` + `unreadable` + `blank`. */
  readonly lines: number;
  readonly unreadable: number;
  readonly entries: number;
  readonly blank: number;
  readonly unreadableReasons: Counts;
  readonly entryTypes: Counts;
  readonly systemSubtypes: Counts;
  readonly attachmentTypes: Counts;
  readonly progressTypes: Counts;
  readonly userKinds: Counts;
  readonly contentBlocks: { readonly user: Counts; readonly assistant: Counts };
  readonly stopReasons: Counts;
  readonly models: Counts;
  readonly versions: Counts;
  readonly tools: Counts;
  readonly turns: { readonly prompts: number; readonly boundary: number; readonly textOnly: number };
  readonly toolCalls: ToolCallSurvey;
  readonly chain: ChainSurvey;
  readonly messages: { readonly assistant: number; readonly spanning: number };
  readonly sessionIds: number;
  readonly compactions: number;
  readonly sidechainEntries: number;
  readonly unknownTypes: Counts;
  readonly firstTimestamp: string | null;
  readonly lastTimestamp: string | null;
}

export class Surveyor {
  readonly #file: string;
  readonly #fields: FieldTable;
  readonly #counters = {
    unreadableReasons: new Counter(),
    entryTypes: new Counter(),
    systemSubtypes: new Counter(),
    attachmentTypes: new Counter(),
    progressTypes: new Counter(),
    userKinds: new Counter(),
    userBlocks: new Counter(),
    assistantBlocks: new Counter(),
    stopReasons: new Counter(),
    models: new Counter(),
    versions: new Counter(),
    tools: new Counter(),
    unknownTypes: new Counter(),
  };
  readonly #chain: ChainTally = new ChainTally();
  readonly #tools: ToolTally = new ToolTally();
  readonly #messages: IdTally = new IdTally();
  readonly #sessionIds: IdTally = new IdTally();
  readonly #turns = { prompts: 0, boundary: 0, textOnly: 0 };
  #bytes = 0;
  #lines = 0;
  #blank = 0;
  #unreadable = 0;
  #compactions = 0;
  #sidechainEntries = 0;
  #sessionId: string | undefined;
  #firstTimestamp: string | undefined;
  #lastTimestamp: string | undefined;

  /** `fields` may be shared by the surveyors of many files, one after another. */
  constructor(file: string, fields: FieldTable = new FieldTable()) {
    this.#file = file;
    this.#fields = fields;
    fields.startFile(file);
  }

  add(line: Line): void {
    this.#lines++;
    this.#bytes += line.place.length + (line.terminated ? 1 : 0);
    if (line.kind === 'blank') this.#blank++;
    else if (line.kind === 'unreadable') {
      this.#unreadable++;
      this.#counters.unreadableReasons.add(line.reason);
    } else this.#addEntry(line);
  }

  finish(): SessionSurvey {
    const counters = this.#counters;
    return {
      file: this.#file,
      sessionId: sessionIdInName(this.#file) ?? this.#sessionId ?? null,
      bytes: this.#bytes,
      lines: this.#lines,
      unreadable: this.#unreadable,
      entries: this.#lines - this.#unreadable - this.#blank,
      blank: this.#blank,
      unreadableReasons: counters.unreadableReasons.toCounts(),
      entryTypes: counters.entryTypes.toCounts(),
      systemSubtypes: counters.systemSubtypes.toCounts(),
      attachmentTypes: counters.attachmentTypes.toCounts(),
      progressTypes: counters.progressTypes.toCounts(),
      userKinds: counters.userKinds.toCounts(),
      contentBlocks: { user: counters.userBlocks.toCounts(), assistant: counters.assistantBlocks.toCounts() },
      stopReasons: counters.stopReasons.toCounts(),
      models: counters.models.toCounts(),
      versions: counters.versions.toCounts(),
      tools: counters.tools.toCounts(),
      turns: { ...this.#turns },
      toolCalls: this.#tools.finish(),
      chain: this.#chain.finish(),
      messages: { assistant: this.#messages.distinct, spanning: this.#messages.repeated },
      sessionIds: this.#sessionIds.distinct,
      compactions: this.#compactions,
      sidechainEntries: this.#sidechainEntries,
      unknownTypes: counters.unknownTypes.toCounts(),
      firstTimestamp: this.#firstTimestamp ?? null,
      lastTimestamp: this.#lastTimestamp ?? null,
    };
  }

  #addEntry(entry: Entry): void {
    const type = typeOf(entry);
    const counters = this.#counters;
    counters.entryTypes.add(type);
    if (!isKnownType(type)) counters.unknownTypes.add(type);
    const kind = type === 'user' ? userKind(entry) : undefined;
    if (type === 'user') this.#addUser(entry, kind as UserKind);
    else if (type === 'assistant') this.#addAssistant(entry);
    else this.#addKind(entry);
    if (opensBoundaryTurn(entry)) this.#turns.boundary++;
    this.#addIdentity(entry);
    this.#addLink(entry, type, kind);
    recordFields(this.#fields, entry);
  }

  #addUser(entry: Entry, kind: UserKind): void {
    this.#counters.userKinds.add(kind);
    if (kind === 'prompt') this.#turns.prompts++;
    if (isTextOnlyTurn(entry)) this.#turns.textOnly++;
    for (const block of arrayBlocks(messageOf(entry)?.content)) {
      this.#counters.userBlocks.add(blockTypeOf(block));
      if (block.type === 'tool_result' && typeof block.tool_use_id === 'string')
        this.#tools.addResult(block.tool_use_id);
    }
  }

  #addAssistant(entry: Entry): void {
    const message = messageOf(entry);
    const counters = this.#counters;
    counters.stopReasons.add(stringField(message, 'stop_reason') ?? 'null');
    const model = modelOf(entry);
    if (model !== undefined) counters.models.add(model);
    const id = messageIdOf(entry);
    if (id !== undefined) this.#messages.add(id);
    for (const block of arrayBlocks(message?.content)) {
      counters.assistantBlocks.add(blockTypeOf(block));
      if (block.type === 'tool_use') this.#addToolUse(block);
    }
  }

  #addToolUse(block: JsonObject): void {
    this.#counters.tools.add(stringField(block, 'name') ?? '(none)');
    if (typeof block.id === 'string') this.#tools.addUse(block.id);
  }

  #addKind(entry: Entry): void {
    const { systemSubtypes, attachmentTypes, progressTypes } = this.#counters;
    const subtype = systemSubtypeOf(entry);
    if (subtype !== undefined) systemSubtypes.add(subtype);
    const attachment = attachmentTypeOf(entry);
    if (attachment !== undefined) attachmentTypes.add(attachment);
    const progress = progressTypeOf(entry);
    if (progress !== undefined) progressTypes.add(progress);
    if (isCompactBoundary(entry)) this.#compactions++;
  }

  #addIdentity(entry: Entry): void {
    const { version } = entry.value;
    if (typeof version === 'string') this.#counters.versions.add(version);
    if (isSidechain(entry)) this.#sidechainEntries++;
    const sessionId = sessionIdOf(entry);
    if (sessionId !== undefined) {
      this.#sessionId ??= sessionId;
      this.#sessionIds.add(sessionId);
    }
    const time = timestampOf(entry);
    // Times in ISO form sort as text; parsing each would cost as much as the rest of the survey.
    if (time === undefined || !ISO_TIME.test(time)) return;
    if (this.#firstTimestamp === undefined || time < this.#firstTimestamp) this.#firstTimestamp = time;
    if (this.#lastTimestamp === undefined || time > this.#lastTimestamp) this.#lastTimestamp = time;
  }

  #addLink(entry: Entry, type: string, kind: UserKind | undefined): void {
    const uuid = uuidOf(entry);
    if (uuid === undefined) return;
    const role: ForkChild['role'] = kind === 'prompt' ? 'prompt' : type === 'assistant' ? 'answer' : 'other';
    const text = role === 'prompt' ? contentText(messageOf(entry)?.content).trim() : undefined;
    this.#chain.add({ uuid, parentUuid: parentUuidOf(entry), role, timestamp: timestampOf(entry), text });
  }
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const UUID_NAME = /(?:^|[/\\])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;

function sessionIdInName(file: string): string | undefined {
  return UUID_NAME.exec(file)?.[1];
}
