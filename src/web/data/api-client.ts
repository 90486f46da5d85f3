// Asks our own server, typed by its table of routes; what it refuses arrives as a Refusal with its sentence.
import { Refusal } from '../../base/refusal.ts';
import type { ErrorAnswer, Routes } from '../../server/api.ts';

type RouteName = keyof Routes;
export type ReadRoute = Extract<RouteName, `GET ${string}`>;
/** Routes that answer with a file instead of JSON. */
type FileRoute = 'GET /api/sessions/:key/export';
type WriteRoute = Exclude<RouteName, ReadRoute>;

export type AnswerOf<R extends RouteName> = Exclude<Routes[R]['answer'], ErrorAnswer>;

/** What stands for `:key`, `:row` … in a path. */
type PathParts = Readonly<Record<string, string | number>>;

export interface ReadOptions<R extends ReadRoute> {
  readonly parts?: PathParts;
  readonly query?: Routes[R]['query'];
  readonly signal?: AbortSignal;
}

/** Answers that were asked for before anyone needed them, by address; each is given away once. */
const ahead = new Map<string, Promise<unknown>>();

export function readApi<R extends ReadRoute>(route: R, options: ReadOptions<R> = {}): Promise<AnswerOf<R>> {
  const url = urlOf(route, options.parts, options.query as Readonly<Record<string, unknown>> | undefined);
  const known = ahead.get(url) as Promise<AnswerOf<R>> | undefined;
  ahead.delete(url);
  return known ?? request(url, options.signal ? { signal: options.signal } : {});
}

/** Asks now for what `readApi` will be asked for soon. Ends when the answer is there, whatever it is. */
export function readAhead<R extends ReadRoute>(route: R, options: ReadOptions<R> = {}): Promise<void> {
  const url = urlOf(route, options.parts, options.query as Readonly<Record<string, unknown>> | undefined);
  const answer = ahead.get(url) ?? request(url, {});
  ahead.set(url, answer);
  // Whoever takes it is told what went wrong.
  return answer.then(
    () => undefined,
    () => undefined,
  );
}

export function writeApi<R extends WriteRoute>(
  route: R,
  parts: PathParts,
  body: Routes[R]['body'],
): Promise<AnswerOf<R>> {
  const [method = 'POST'] = route.split(' ', 1);
  const headers: Record<string, string> = { 'x-clew-token': token() };
  if (body !== undefined) headers['content-type'] = 'application/json';
  return request(urlOf(route, parts, undefined), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The path of a route with its parts and query filled in, relative to the page. */
function urlOf(
  route: RouteName,
  parts: PathParts = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = route
    .slice(route.indexOf(' ') + 2)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A file that the server sends to be saved, with the name that it gives it. */
export async function readFile<R extends FileRoute>(
  route: R,
  options: ReadOptions<R>,
): Promise<{ readonly name: string; readonly blob: Blob }> {
  const url = urlOf(route, options.parts, options.query as Readonly<Record<string, unknown>> | undefined);
  const response = await send(url, {});
  if (!response.ok) throw refusalOf(response, await jsonOf(response));
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: decodeURIComponent(name ?? 'session'), blob: await response.blob() };
}

async function request<T>(url: string, init: RequestInit): Promise<T> {
  const response = await send(url, init);
  const answer = await jsonOf(response);
  if (response.ok && answer !== undefined) return answer as T;
  throw refusalOf(response, answer);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'same-origin', redirect: 'error' });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refusal('no-server', 'The clew server does not answer.', 'Start it again with: clew serve');
  }
}

function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

function refusalOf({ status }: Response, answer: unknown): Refusal {
  const said = (answer as Partial<ErrorAnswer> | undefined)?.error;
  return new Refusal(
    said?.code ?? `http-${status}`,
    said?.message ?? `The server answered ${status}.`,
    said?.hint,
  );
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function token(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="clew-token"]')?.content ?? '';
}
