// The pull requests that a session is linked to: each once, with the first and the last time it was named.
import { asObject, numberField, objectField, stringField } from '../base/json.ts';
import { timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';

export interface PullRequest {
  readonly url: string;
  readonly number: number | undefined;
  readonly repository: string | undefined;
  /** What the session did with it, where a command's result tells: created, commented, merged… */
  readonly actions: readonly string[];
  readonly entries: readonly Entry[];
  readonly firstAt: number | undefined;
  readonly lastAt: number | undefined;
}

export function listPullRequests(entries: readonly Entry[]): PullRequest[] {
  const byUrl = new Map<string, Draft>();
  for (const entry of entries) {
    const named = namedBy(entry);
    if (!named) continue;
    let request = byUrl.get(named.url);
    if (!request) {
      request = { ...named, actions: [], entries: [], firstAt: undefined, lastAt: undefined };
      byUrl.set(named.url, request);
    }
    add(request, named, entry);
  }
  return [...byUrl.values()];
}

interface Draft extends PullRequest {
  number: number | undefined;
  repository: string | undefined;
  actions: string[];
  entries: Entry[];
  firstAt: number | undefined;
  lastAt: number | undefined;
}

interface Named {
  readonly url: string;
  readonly number: number | undefined;
  readonly repository: string | undefined;
  readonly action: string | undefined;
}

function namedBy(entry: Entry): Named | undefined {
  const { value } = entry;
  if (value.type === 'pr-link') {
    const url = stringField(value, 'prUrl');
    if (url === undefined) return undefined;
    const repository = stringField(value, 'prRepository');
    return { url, number: numberField(value, 'prNumber'), repository, action: undefined };
  }
  const result = asObject(value.toolUseResult);
  const request = objectField(objectField(result, 'gitOperation'), 'pr');
  const url = stringField(request, 'url');
  if (url === undefined) return undefined;
  return {
    url,
    number: numberField(request, 'number'),
    repository: undefined,
    action: stringField(request, 'action'),
  };
}

function add(request: Draft, named: Named, entry: Entry): void {
  const at = timeOf(entry);
  request.number ??= named.number;
  request.repository ??= named.repository;
  if (named.action !== undefined && !request.actions.includes(named.action))
    request.actions.push(named.action);
  request.entries.push(entry);
  if (at === undefined) return;
  if (request.firstAt === undefined || at < request.firstAt) request.firstAt = at;
  if (request.lastAt === undefined || at > request.lastAt) request.lastAt = at;
}
