// The laws that every clone keeps, as functions that return what is broken: forged and real sessions run the same ones.
import { joinBytes } from '../base/bytes.ts';
import { isObject, type JsonObject, stringField } from '../base/json.ts';
import { predictResume, type ResumePrediction } from '../context/predict-resume.ts';
import { messageIdOf, uuidOf } from '../log/fields.ts';
import type { Line } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';
import { buildThread, type Thread } from '../session/session.ts';
import { blocksOf, chooseCalls } from './choose-calls.ts';
import { oldestTurns } from './choose-turns.ts';
import { type CutOptions, cutSession } from './cut.ts';
import { cutEntries } from './cut-entries.ts';
import type { CutItem, CutSession } from './cut-session.ts';
import { finishSession } from './finish-session.ts';
import { layOutSession } from './lay-out-session.ts';
import { applyIdentity, makeIdentity } from './new-identity.ts';
import { type Recut, recutThread } from './recut-thread.fixture.ts';
import { sessionBytes } from './write-session.ts';

/** One of every transform, and pairs of them. */
export const CUTS: Readonly<Record<string, CutOptions>> = {
  'half of the calls': { removeCalls: { reach: { kind: 'oldest', share: 0.5 } } },
  'all calls, marked': { removeCalls: { reach: { kind: 'all' }, markers: true } },
  'old calls of some tools': { removeCalls: { reach: { kind: 'keep', turns: 1 }, tools: ['Bash', 'Read'] } },
  'large calls': { removeCalls: { reach: { kind: 'all' }, minSize: 2000 } },
  'short results': { truncate: [{ reach: { kind: 'all' }, most: 200, inputs: true }] },
  'no thinking': { removeThinking: { kind: 'all' } },
  'no images': { removeImages: { kind: 'all' } },
  'nothing beside': { drop: ['snapshots', 'progress', 'attachments', 'api-log'] },
  'a rewind': { turns: { to: 1 } },
  'the end': { turns: { from: 2 } },
  'calls and thinking': {
    removeCalls: { reach: { kind: 'all' } },
    removeThinking: { kind: 'all' },
    drop: ['attachments'],
  },
};

/** The bytes of a clone with ids counted in their order of first appearance, so that clones can be compared. */
export function cloneBytes(recut: Recut): Uint8Array {
  let count = 0;
  const values = recut.session.items.map((item) => item.value);
  const identity = makeIdentity(values, 'clone', () => `uuid-${++count}`);
  return joinBytes([...sessionBytes(applyIdentity(recut.session, identity))]);
}

function sentBy(prediction: ResumePrediction): string {
  return JSON.stringify(prediction.messages.map(({ role, content }) => [role, content]));
}

/** The file as such: one linear chain in order of time, the leaf last, newest and named, a newline at the end [R1] [R2]. */
export function brokenShape(bytes: Uint8Array): string[] {
  const broken: string[] = [];
  const lines = parseLog(bytes);
  if (bytes.at(-1) !== 10) broken.push('no newline at the end');
  const values: JsonObject[] = [];
  for (const line of lines) {
    if (line.kind === 'entry') values.push(line.value);
    else broken.push(`line ${line.place.line} is ${line.kind}`);
  }
  const byUuid = new Map<unknown, JsonObject>();
  for (const value of values) {
    if (value.uuid === undefined) continue;
    if (byUuid.has(value.uuid)) broken.push(`${value.uuid} twice`);
    byUuid.set(value.uuid, value);
  }
  for (const { uuid, parentUuid } of values)
    if (typeof parentUuid === 'string' && !byUuid.has(parentUuid)) broken.push(`${uuid} hangs on nothing`);
  const linked = values.filter((value) => value.uuid !== undefined);
  const leaf = linked.at(-1);
  // From the leaf up, over boundaries by their logical parents [G4]: all that was said must lie on this one way.
  const chain: JsonObject[] = [];
  const parentOf = ({ parentUuid, logicalParentUuid }: JsonObject) => parentUuid ?? logicalParentUuid;
  for (let at = leaf; at && chain.length <= linked.length; at = byUuid.get(parentOf(at))) chain.push(at);
  chain.reverse();
  const onChain = new Set(chain);
  for (const value of values)
    if ((value.type === 'user' || value.type === 'assistant') && !onChain.has(value))
      broken.push(`${value.uuid} is not on the chain`);
  const order = values.filter((value) => onChain.has(value));
  if (order.some((value, i) => value !== chain[i])) broken.push('the chain is not in file order');
  if (chain.some((value, i) => i > 0 && !(String(value.timestamp) > String(chain[i - 1]?.timestamp))))
    broken.push('times do not grow along the chain');
  const lastPrompt = values.findLast((value) => value.type === 'last-prompt');
  if (lastPrompt?.leafUuid !== leaf?.uuid) broken.push('the last prompt does not name the last entry');
  if (linked.some((value) => value !== leaf && String(value.timestamp) >= String(leaf?.timestamp)))
    broken.push('the leaf is not the newest');
  if (values.at(-1)?.type !== 'custom-title') broken.push('no title at the end');
  return broken;
}

/** A clone without cuts sends what the source sends, and its own clone is the same file up to ids. */
export function brokenCopy(lines: readonly Line[], thread: Thread, source: ResumePrediction): string[] {
  const recut = recutThread(thread, { title: 'A copy' });
  const bytes = cloneBytes(recut);
  const copy = parseLog(bytes);
  const broken = brokenShape(bytes);
  if (sentBy(predictResume(copy)) !== sentBy(source)) broken.push('it sends something else');
  const again = cloneBytes(recutThread(buildThread(copy), { title: 'A copy' }));
  if (!Buffer.from(again).equals(bytes)) broken.push('its own clone differs');
  for (const item of recut.session.items) {
    if (item.entry && !sameButLinks(item)) broken.push(`line ${item.entry.place.line} changed`);
  }
  if (lines.length === 0) broken.push('there was nothing to copy');
  return broken;
}

const LINKS: ReadonlySet<string> = new Set([
  'parentUuid',
  'logicalParentUuid',
  'timestamp',
  'entrypoint',
  'compactMetadata',
]);

function sameButLinks({ value, entry }: CutItem): boolean {
  if (!entry) return true;
  const keys = new Set([...Object.keys(value), ...Object.keys(entry.value)]);
  return [...keys].every((key) => LINKS.has(key) || value[key] === entry.value[key]);
}

/** What a cut clone sends is what the source sends, in order, minus what the cut named: none lost, none revived. */
export function brokenCut(thread: Thread, options: CutOptions, source: ResumePrediction): string[] {
  const { session: whole } = layOutSession(thread);
  const { session, changes } = cutSession(whole, options);
  const finished = finishSession(session, { title: 'A cut' });
  let count = 0;
  const identity = makeIdentity(
    finished.items.map((item) => item.value),
    'clone',
    () => `uuid-${++count}`,
  );
  const broken = brokenShape(joinBytes([...sessionBytes(applyIdentity(finished, identity))]));
  const isNamed = namedBy(whole, session, options);
  // A rewind to before a compaction sends what was sent then.
  const end = session.items.findLast((item) => item.role === 'chain')?.entry;
  const then = options.turns?.to === undefined ? source : resumeAt(thread, end && uuidOf(end));
  const wanted = atomsOf(then).filter((atom) => !isNamed(atom));
  const got = atomsOf(predictResume(cutEntries(finished)));
  broken.push(...compare(wanted, got, options.removeCalls?.markers !== true));
  const again = cutSession(session, options).changes;
  if (Object.keys(again).length > 0) broken.push(`cutting again changes ${JSON.stringify(again)}`);
  if (Object.keys(changes).length === 0 && session.items.length !== whole.items.length)
    broken.push('something went without being counted');
  return broken;
}

function resumeAt(thread: Thread, leaf: string | undefined): ResumePrediction {
  return predictResume(thread.lines, leaf === undefined ? {} : { leaf });
}

interface Atom {
  readonly uuid: string;
  readonly messageId: string | undefined;
  readonly kind: 'use' | 'result' | 'thinking' | 'attachment' | 'other';
  readonly id: string;
}

// Blocks are told by the entries they came from: their wording is the client's, and depends on what stands beside them.
function atomsOf(prediction: ResumePrediction): Atom[] {
  return prediction.messages.flatMap(({ content, sources }) =>
    content.flatMap((block, i) =>
      (sources[i]?.entries ?? []).map((entry): Atom => {
        const isAttachment = entry.value.type === 'attachment';
        const { type } = block;
        const kind = isAttachment
          ? 'attachment'
          : type === 'tool_use'
            ? 'use'
            : type === 'tool_result'
              ? 'result'
              : type === 'thinking' || type === 'redacted_thinking'
                ? 'thinking'
                : 'other';
        const id = kind === 'use' ? block.id : kind === 'result' ? block.tool_use_id : '';
        return { uuid: uuidOf(entry) ?? '', messageId: messageIdOf(entry), kind, id: String(id) };
      }),
    ),
  );
}

function namedBy(whole: CutSession, cut: CutSession, options: CutOptions): (atom: Atom) => boolean {
  const calls = options.removeCalls ? chooseCalls(whole, options.removeCalls) : new Set<string>();
  const turnOf = new Map(whole.items.map((item) => [stringField(item.value, 'uuid'), item.turn]));
  const thinkingTo = options.removeThinking ? oldestTurns(whole, options.removeThinking) : -1;
  // Of an answer that lost all its calls and said nothing, the thinking goes too: the API takes none alone.
  const speaks = new Set(
    cut.items
      .filter((item) =>
        blocksOf(item).some(
          ({ type, text }) =>
            !String(type).endsWith('thinking') && !(type === 'text' && String(text).trim() === ''),
        ),
      )
      .map((item) => item.entry && messageIdOf(item.entry)),
  );
  const drops = options.drop?.includes('attachments') === true;
  const attachments = new Map(
    whole.items.map((item) => [stringField(item.value, 'uuid'), item.value.attachment]),
  );
  return ({ kind, id, uuid, messageId }) => {
    const turn = turnOf.get(uuid) ?? 0;
    if (options.turns && (turn < (options.turns.from ?? 0) || turn > (options.turns.to ?? turn))) return true;
    if ((kind === 'use' && !options.removeCalls?.markers) || kind === 'result') {
      if (calls.has(id)) return true;
    }
    if (kind === 'thinking') return turn <= thinkingTo || !speaks.has(messageId);
    if (kind !== 'attachment' || !drops) return false;
    const attachment = attachments.get(uuid);
    return !(isObject(attachment) && attachment.type === 'queued_command');
  };
}

// Attachments rise to whatever stands above them, so they have no order; nor have markers, which are text among texts where
// the client had put the call last in its message.
function compare(wanted: readonly Atom[], got: readonly Atom[], inOrder: boolean): string[] {
  const key = ({ kind, id, uuid }: Atom) => (kind === 'result' ? `result ${id}` : uuid);
  const talk = (atoms: readonly Atom[]) => {
    const keys = atoms.filter(({ kind }) => kind !== 'attachment').map(key);
    return inOrder ? keys : keys.sort();
  };
  const beside = (atoms: readonly Atom[]) =>
    atoms
      .filter(({ kind }) => kind === 'attachment')
      .map(key)
      .sort();
  const broken: string[] = [];
  for (const [name, list] of [
    ['talk', talk],
    ['attachments', beside],
  ] as const) {
    const [a, b] = [list(wanted), list(got)];
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    const lost = a.filter((one) => !b.includes(one));
    const revived = b.filter((one) => !a.includes(one));
    broken.push(
      `${name}: lost ${lost.slice(0, 3)} (${lost.length}), revived ${revived.slice(0, 3)} (${revived.length})`,
    );
  }
  return broken;
}
