// Runs inside the network namespace: holds the fake APIs and starts clients when the parent asks, over IPC.
import { spawn, spawnSync } from 'node:child_process';
import { startApi } from './fake-api.mjs';

const apis = new Map();
spawnSync('ip', ['link', 'set', 'lo', 'up']);

// The pid namespace dies with this process, and with it every client and terminal left inside.
process.on('disconnect', () => process.exit(0));
process.on('message', async ({ id, op, ...request }) => {
  try {
    process.send({ id, result: await operations[op](request) });
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) });
  }
});

const operations = {
  async openApi({ script, log }) {
    const watchers = new Set();
    const api = await startApi(script, log, (kind, body) => {
      for (const watch of watchers) watch(kind, body);
    });
    apis.set(api.port, { ...api, watchers });
    return api.port;
  },

  closeApi({ port }) {
    apis.get(port)?.close();
    apis.delete(port);
  },

  /**
   * Runs one client to its end, to `timeout`, or to the request that `stopAt` describes. It is always SIGKILL:
   * on a session with a cycle of parents clients up to 2.0.64 spin for ever and ignore SIGTERM.
   */
  run({ command, cwd, env, input, timeout, port, stopAt }) {
    return new Promise((done, fail) => {
      const started = performance.now();
      const stdin = input === undefined ? 'ignore' : 'pipe';
      const child = spawn(command[0], command.slice(1), {
        cwd,
        env,
        detached: true,
        stdio: [stdin, 'pipe', 'pipe'],
      });
      const out = { stdout: '', stderr: '' };
      let ended;
      const stop = (why) => {
        ended ??= why;
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // Already gone.
        }
      };
      const timer = setTimeout(() => stop('timeout'), timeout);
      const watchers = apis.get(port)?.watchers;
      const watch = (kind, body) => {
        if (stopAt && (kind === 'compact' || (kind === 'agent' && lastUserText(body).includes(stopAt))))
          stop('request');
      };
      watchers?.add(watch);
      for (const name of ['stdout', 'stderr']) {
        child[name].setEncoding('utf8');
        child[name].on('data', (text) => {
          out[name] += text;
        });
      }
      child.stdin?.end(input);
      child.on('error', fail);
      // `exit`, not `close`: a background process that holds the pipe must not hold the run.
      child.on('exit', (code) => {
        clearTimeout(timer);
        watchers?.delete(watch);
        stop('exit');
        setTimeout(() => done({ code, ended, ms: Math.round(performance.now() - started), ...out }), 20);
      });
    });
  },
};

function lastUserText(body) {
  const content = (body.messages ?? []).findLast((message) => message.role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map((block) => block.text ?? '').join('\n');
}
