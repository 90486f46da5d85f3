// `clew context SEL`: what a resume would load of a session, message by message, and what fills its window.
import { Refusal } from '../../base/refusal.ts';
import { behaviourOf, NEWEST_CLIENT } from '../../context/client-behaviour.ts';
import { type ContextDescription, describeContext, UNASKED_FIELDS } from '../../context/describe-context.ts';
import { setForKeeping } from '../../disk/v8-settings.ts';
import { uuidOf } from '../../log/fields.ts';
import { sessionTitle } from '../../session/titles.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonParts, jsonText } from '../json-text.ts';
import { openSelectedThread } from '../open-selected.ts';

export const contextCommand: CommandSpec = {
  name: 'context',
  args: '[selector]',
  summary: 'what a resume would load, what is lost, and what fills the window',
  description:
    'Says what the client will load when the session is resumed, before you press Enter: how many messages, what is lost and why, how many tokens of what kind, how the context grew, and where the cache broke. Default: the newest session.',
  flags: [
    { flags: '--client <version>', text: `answer for another client than ${NEWEST_CLIENT}, such as 2.0.64` },
    {
      flags: '--leaf <uuid>',
      text: 'resume from this entry instead of the one that the client would choose',
    },
    { flags: '--messages', text: 'print the messages of the request as JSON' },
  ],
  examples: [
    ['clew context latest', 'what would come back, and what fills it'],
    ['clew context a1b2c3 --client 2.0.64', 'the same in an older client'],
    ['clew context latest --messages', 'the very messages that would be sent'],
  ],
  run: runContext,
};

async function runContext(context: CliContext, input: CommandInput): Promise<number> {
  setForKeeping();
  const session = await openSelectedThread(context, input, 'latest', {
    bytes: false,
    without: UNASKED_FIELDS,
  });
  const client = readClient(textFlag(input, 'client'));
  const leaf = textFlag(input, 'leaf');
  if (leaf !== undefined && !session.thread.graph.byUuid.has(leaf)) {
    throw new Refusal(
      'no-such-entry',
      `There is no entry ${leaf} in this session.`,
      'Give the whole uuid; `clew show --branch list` names the leaves.',
    );
  }
  const description = describeContext(session.thread, { client, ...(leaf === undefined ? {} : { leaf }) });
  const messages = description.prediction.messages.map(({ role, content }) => ({ role, content }));
  if (input.json) {
    const { sessionId, file } = session;
    const parts = jsonParts({ sessionId, file, ...toJson(description), messages });
    for (const part of parts) await context.print(part);
  } else if (input.flags.messages === true) await context.print(jsonText(messages, 2));
  else {
    // Programs that ask for data need not wait for what lays out text.
    const [{ contextLines }, { makePalette }, { wrapWords }] = await Promise.all([
      import('../../render/context/context-lines.ts'),
      import('../../render/terminal/palette.ts'),
      import('../../render/terminal/fit-text.ts'),
    ]);
    const title = sessionTitle(session.thread.lines).title || session.sessionId;
    const lines = contextLines(description, {
      title,
      width: context.columns,
      palette: makePalette(context.color),
    });
    const fitted = context.terminal ? lines.flatMap((line) => wrapWords(line, context.columns)) : lines;
    await context.print(`${fitted.join('\n')}\n`);
  }
  const { refused, hangs } = description.prediction;
  return refused !== undefined || hangs ? 1 : 0;
}

function readClient(version: string | undefined): string {
  if (version === undefined) return NEWEST_CLIENT;
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Refusal('bad-version', `“${version}” is not a client version.`, 'Write it as 2.0.64.');
  }
  behaviourOf(version);
  return version;
}

function toJson({ prediction, now, growth, cache }: ContextDescription): object {
  const { client, model, leaf, loads, of, lost, refused, hangs, compaction, notes } = prediction;
  return {
    client,
    model,
    leaf: leaf && uuidOf(leaf),
    loads,
    of,
    lost: lost.map(({ line, uuid, reason, why }) => ({ line, uuid, reason, why })),
    refused,
    ...(hangs ? { hangs } : {}),
    compacts: compaction?.compacts,
    notes,
    tokens: {
      total: now.total,
      basis: now.basis,
      measured: now.measured,
      byKind: now.byKind,
      window: now.window?.tokens,
      filled: now.filled,
    },
    growth: growth.map(({ window, ...row }) => ({ ...row, window: window?.tokens })),
    cache: cache.map(({ request, read, written, uncached, rewritten, cause, brokenAt }) => ({
      request: request.index,
      turn: request.turn,
      read,
      written,
      uncached,
      rewritten,
      cause,
      brokenAtLine: brokenAt?.entry?.place.line,
    })),
  };
}
