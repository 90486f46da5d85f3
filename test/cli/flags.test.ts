import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { GLOBAL_FLAGS } from '../../src/cli/global-flags.ts';
import { longName } from '../../src/cli/refuse-contradictions.ts';
import { runClew } from './run-clew.ts';

const root = mkdtempSync(join(tmpdir(), 'clew-flags-'));
const home = join(root, 'demo');
const env = { CLEW_DATA_DIR: join(root, 'data') };

beforeAll(() => runClew(['demo', home]));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What was typed, and how the sentence begins that refuses it. */
const CONTRADICTIONS: readonly (readonly [typed: string, sentence: string])[] = [
  ['ls --projects --long', '--projects and --long do not go together.'],
  ['ls --projects --all', '--projects and --all do not go together.'],
  ['ls --projects --sort tokens', 'Projects are not sorted by tokens.'],
  ['clone latest --dry-run --title=', 'The title is empty.'],
  ['repair latest --dry-run --title=', 'The title is empty.'],
  ['mv latest --dry-run --to=', 'No directory was named.'],
  ['ls --projects --sort cost', 'Projects are not listed by what they cost.'],
  ['show latest --raw --json', '--raw and --json do not go together.'],
  ['--json show latest --raw', '--raw and --json do not go together.'],
  ['show latest --raw --full', '--raw and --full do not go together.'],
  ['show latest --branch list --turn 1', '--branch list shows no turns.'],
  ['show latest --branch list --raw', '--branch list shows no turns.'],
  ['search lamp -i', '--ignore-case says nothing without --regex or --substring.'],
  ['search lamp --tool ,', '--tool names nothing.'],
  ['search lamp --regex --substring', 'A query is either a pattern or a text.'],
  ['tail latest --turns 3 --json', '--turns and --json do not go together.'],
  ['files latest --at 0x2', '--at does not understand “0x2”.'],
  ['tail --turns 3', '--turns is about one session.'],
  ['files latest --file a --at 1', '--file and --at do not go together.'],
  ['files latest --at 1 --diff a@1', '--at and --diff do not go together.'],
  ['files latest --restore a@1 --diff a@1', '--diff and --restore do not go together.'],
  ['files latest --diff a@1 --to x', '--diff and --to do not go together.'],
  ['files latest --force', '--force says nothing without --to.'],
  ['notes latest --remove a --label x', '--remove and --label do not go together.'],
  ['notes latest --add a --remove b', 'A note is either left or taken away.'],
  ['stats --reconcile --metrics', '--reconcile and --metrics do not go together.'],
  ['stats --reconcile --by model', '--reconcile and --by do not go together.'],
  ['stats --reconcile --csv', '--reconcile and --csv do not go together.'],
  ['stats --metrics --breakdown', '--metrics and --breakdown do not go together.'],
  ['stats --metrics -n 3', '--metrics and --most do not go together.'],
  ['stats --metrics --only main', '--metrics and --only do not go together.'],
  ['stats --metrics latest --since 7d', '--metrics of a session that is named is of all of it: --since'],
  [
    'stats --metrics latest --project harbor',
    '--metrics of a session that is named is of all of it: --project',
  ],
  ['stats --metrics --csv', '--metrics has no form with commas.'],
  ['stats --csv --json', '--csv and --json do not go together.'],
  ['check latest --error x --all', '--error and --all do not go together.'],
  ['check latest --error x --severity note', '--error and --severity do not go together.'],
  ['repair latest --in-place --title x', '--in-place and --title do not go together.'],
  ['clone latest --drop images --images downscale', '--drop images leaves nothing for --images downscale.'],
  ['clone latest --dry-run --truncate-results 9 --markers', '--markers stand where calls were removed'],
  ['clone latest --dry-run --tools remove --tool ,', '--tool names no tool.'],
  ['clone latest --dry-run --drop ,', '--drop names nothing to leave out.'],
  ['clone latest --preset deep --tools keep', '--preset deep cuts what --tools keep asks for.'],
  ['clone latest --preset emergency --images keep', '--preset emergency cuts what --images keep asks for.'],
  ['clone latest --branch 1 --uncompact', '--branch and --uncompact name two different ends.'],
  ['clone latest --tools remove --oldest 50% --keep-turns 1', '--oldest and --keep-turns say the same'],
  ['compress latest --dry-run --model x', '--model has no meaning for the offline provider'],
  ['compress latest --dry-run --concurrency 2', '--concurrency has no meaning for the offline provider'],
  ['compress latest --dry-run --timeout 2', '--timeout has no meaning for the offline provider'],
  ['compress latest --dry-run --tries 2', '--tries has no meaning for the offline provider'],
  ['compress latest --provider claude --key-env K', '--key-env has no meaning for the installed client'],
  ['undo abc --restore --force', '--restore and --force do not go together.'],
  ['survey latest --format md --json', '--json and --format md ask for two things.'],
  ['graph latest --format dot --json', '--json and --format dot ask for two things.'],
  ['graph latest --force', '--force says nothing without --output.'],
  ['secrets latest --dry-run', '--dry-run says nothing without --scrub.'],
  ['secrets latest --force', '--force says nothing without --scrub.'],
  ['secrets latest --no-backup', '--no-backup says nothing without --scrub.'],
  ['secrets latest --scrub --backup b --no-backup', '--backup and --no-backup do not go together.'],
  ['secrets latest --scrub --no-backup --backup b', '--backup and --no-backup do not go together.'],
  ['export latest --format md --out - --json', '--json and --out - both want the standard output'],
  ['export --project harbor --turn 1', 'Of a project or a search, whole sessions are exported.'],
  ['archive --verify --sweep', '--verify and --sweep do not go together.'],
  ['archive --verify --dry-run', '--verify and --dry-run do not go together.'],
  ['archive --sweep --older-than 20d', '--sweep and --older-than do not go together.'],
  ['archive --sweep --remove', '--sweep and --remove do not go together.'],
  ['archive latest --sweep', '--sweep is about the whole archive.'],
  ['archive latest --verify', '--verify is about the whole archive.'],
  ['archive latest --force', '--force says nothing without --remove.'],
  ['restore --list --dry-run', '--list and --dry-run do not go together.'],
  ['restore --list abc', '--list shows the whole archive.'],
  ['du latest --dry-run', '--dry-run says nothing without --slim.'],
  ['du --force', '--force says nothing without --slim.'],
  ['sync --keep --no-keep', '--keep and --no-keep do not go together.'],
  ['sync --no-keep --keep', '--keep and --no-keep do not go together.'],
];

test.each(CONTRADICTIONS)('clew %s is refused in a sentence', async (typed, sentence) => {
  const { code, out, err } = await runClew([...typed.split(' '), '--home', home], { env });
  expect(err).toContain(`clew: ${sentence}`);
  expect([code, out]).toEqual([2, '']);
});

test('a flag names only flags that its command has', async () => {
  const unknown: string[] = [];
  for (const { name, load } of COMMANDS) {
    const { flags = [] } = await load();
    const known = new Set([...flags, ...GLOBAL_FLAGS].map(longName));
    for (const { against = [], onlyWith = [] } of flags) {
      unknown.push(
        ...[...against, ...onlyWith].filter((one) => !known.has(one)).map((one) => `${name} ${one}`),
      );
    }
  }
  expect(unknown).toEqual([]);
});
