// Commands that are printed to be copied: no name of a file or folder may become a command or an option in them.
import { utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resumeCommand } from '../../src/session/resume-command.ts';
import { runClew } from '../cli/run-clew.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const { home, plant, run } = hostileHome();

test('a session or folder whose name begins with a dash is no option', () => {
  expect(resumeCommand('--dangerously-skip-permissions', '-')).toBe(
    'cd ./- && claude --resume=--dangerously-skip-permissions',
  );
  expect(resumeCommand('-x y', '-a b')).toBe("cd './-a b' && claude --resume='-x y'");
  // zsh puts the path of a program in the place of such a word.
  expect(resumeCommand('a', '=ls')).toBe("cd '=ls' && claude --resume a");
});

test.each(['--dangerously-skip-permissions', '$(id)', 'a;id>x', '`id`'])(
  'the remedies for a session named %s hold no command',
  async (name) => {
    const secret = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'.slice(0, 36)}`;
    const file = plant(
      '-elsewhere',
      `${name}.jsonl`,
      chain(name, [prompt(`key ${secret}`), answer('m1', [])]),
    );
    // Nobody has it open: else it would not be repaired in its place.
    utimesSync(file, new Date('2026-03-01'), new Date('2026-03-01'));
    const words = [['locate'], ['clone'], ['secrets'], ['check'], ['repair'], ['repair', '--in-place']];
    for (const [command = '', ...flags] of words) {
      const { code, out, err } = await run(command, file, ...flags);
      expect([command, flags, code < 2, err]).toEqual([command, flags, true, expect.any(String)]);
      for (const line of (out + err).split('\n').filter((one) => /\b(?:clew|claude) \w*-*\w+ /.test(one))) {
        const bare = line.replace(/'[^']*'/g, "''").replace(home, '');
        expect([command, bare]).toEqual([command, expect.not.stringMatching(/[$`;>]|resume -/)]);
      }
    }
  },
);

test('what a followed agent named $(id) says to copy holds no command', async () => {
  const id = 'aaaaaaaa-0000-4000-8000-000000000003';
  const long = Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n');
  const use = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'seq 60' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: long };
  const entries = [
    prompt('count'),
    answer('m1', [use], { stop_reason: 'tool_use' }),
    { type: 'user', message: { role: 'user', content: [result] } },
  ];
  const agent = { isSidechain: true, agentId: '$(id)' };
  const file = plant(`-work/${id}/subagents`, 'agent-$(id).jsonl', chain(id, entries, agent));
  const stop = new AbortController();
  const followed = runClew(['tail', file], { stop: stop.signal });
  stop.abort();
  const { out } = await followed;
  expect(out).toContain("--agent '$(id)'");
  expect(out).not.toContain('--agent $(id)');
});
