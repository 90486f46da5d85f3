// Copies a finished session into a new file as old clients did on resume, and others on `--fork-session` [G7].
import type { Json, JsonObject } from '../base/json.ts';
import { atLeast } from './eras.ts';
import { type ForgedFile, type SessionOptions, SessionWriter } from './session-writer.ts';
import type { StoryTurn } from './story.ts';
import { writeTurn } from './write-turn.ts';

/** A resume of 1.0.x: the whole history again, dated now, without requestId and toolUseResult, and one more turn. */
export function copyOnResume(source: SessionWriter, next: StoryTurn): ForgedFile[] {
  const fresh = source.era.resume === 'copy-new-uuids';
  return copy(source, next, 'resume', (entry, target, renamed) => {
    const { requestId: _, toolUseResult: __, ...rest } = entry;
    const ids = fresh
      ? { parentUuid: renamed(entry.parentUuid), uuid: renamed(entry.uuid) }
      : ({} as JsonObject);
    const arrays = atLeast(source.era, '1.0.60') ? { message: arrayPrompt(rest.message) } : {};
    return { ...rest, ...arrays, ...ids, sessionId: target.id, timestamp: target.timestamp() };
  });
}

/** `--fork-session`: uuids and message ids repeat; whose sessionId the lines carry depends on the era. */
export function copyOnFork(source: SessionWriter, next: StoryTurn): ForgedFile[] {
  const habit = source.era.fork;
  return copy(source, next, 'fork', (entry, target) => {
    const isPrompt = entry.type === 'user' && entry.toolUseResult === undefined;
    const old = habit === 'old-ids' || (habit === 'mixed-ids' && isPrompt);
    const { sourceToolAssistantUUID, ...rest } = entry;
    const kept = habit === 'mixed-ids' || sourceToolAssistantUUID === undefined ? rest : entry;
    const arrays = habit === 'mixed-ids' ? { message: arrayPrompt(kept.message) } : {};
    return { ...kept, ...arrays, sessionId: old ? source.id : target.id };
  });
}

type Rewrite = (
  entry: JsonObject,
  target: SessionWriter,
  renamed: (uuid: Json | undefined) => Json,
) => JsonObject;

function copy(source: SessionWriter, next: StoryTurn, reason: string, rewrite: Rewrite): ForgedFile[] {
  const options: SessionOptions = {
    ...source.options,
    seed: `${source.options.seed} ${reason}`,
    startedAt: source.now + 3_600_000,
  };
  const target = new SessionWriter(options);
  const uuids = new Map<string, string>();
  const renamed = (uuid: Json | undefined): Json => {
    if (typeof uuid !== 'string') return null;
    const known = uuids.get(uuid) ?? target.random.uuid();
    uuids.set(uuid, known);
    return known;
  };
  let tip: Json | undefined;
  for (const line of source.main.lines) {
    const entry = JSON.parse(line) as JsonObject;
    if (typeof entry.uuid !== 'string') continue;
    target.now += 1;
    const copied = clean(rewrite(entry, target, renamed));
    target.main.lines.push(JSON.stringify(copied));
    if (entry.uuid === source.main.tip) tip = copied.uuid;
  }
  target.main.tip = typeof tip === 'string' ? tip : null;
  target.main.meter.reset(source.main.meter.context);
  writeTurn(target, next);
  return target.finish();
}

// A copied prompt becomes an array of one text block.
function arrayPrompt(message: Json | undefined): Json | undefined {
  const value = message as JsonObject | undefined;
  if (typeof value?.content !== 'string') return message;
  return { ...value, content: [{ type: 'text', text: value.content }] };
}

function clean(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}
