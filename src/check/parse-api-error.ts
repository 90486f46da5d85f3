// Reads a pasted error of the API, or of the client: what it is about, and the indices and ids that it names.

export type ApiErrorKind =
  | 'unanswered-use'
  | 'orphan-result'
  | 'repeated-id'
  | 'thinking'
  | 'image-side'
  | 'image-bytes'
  | 'empty-text'
  | 'too-long'
  | 'cache-control'
  | 'lone-surrogate'
  | 'roles'
  | 'not-found'
  | 'unknown';

/** `messages.<message>.content.<block>`, and the block inside a tool result where one is named. */
export interface ErrorPath {
  readonly message: number;
  readonly block: number | undefined;
  readonly inner: number | undefined;
}

export interface ApiError {
  readonly kind: ApiErrorKind;
  readonly paths: readonly ErrorPath[];
  /** Ids of tool uses, each once. */
  readonly ids: readonly string[];
  /** Of "prompt is too long". */
  readonly tokens: { readonly used: number; readonly most: number } | undefined;
}

/** In order: the first that fits names the kind. */
const KINDS: readonly (readonly [ApiErrorKind, RegExp])[] = [
  [
    'too-long',
    /(?:prompt|input) is too long|conversation (?:is )?too long|context limit reached|exceed context limit|context window/i,
  ],
  ['not-found', /no conversations? found/i],
  ['image-bytes', /image exceeds [\d.]+ ?MB|image exceeds the maximum|image.{0,40}too large/i],
  [
    'image-side',
    /image dimensions? exceed|dimension limit|could not process image|exceeds? \d+ ?(?:px|pixels)/i,
  ],
  ['lone-surrogate', /surrogate|not valid JSON/i],
  ['repeated-id', /ids must be unique|multiple `?tool_result`? blocks|must have a single result/i],
  ['unanswered-use', /without `?tool_result`?|must have a corresponding `?tool_result`?/i],
  [
    'orphan-result',
    /unexpected `?tool_use_id`?|corresponding `?tool_use`? block|tool_result.{0,60}preceding/i,
  ],
  ['empty-text', /must be non-empty|non-whitespace text|non-empty content|set for empty text/i],
  ['cache-control', /cache_control/i],
  ['thinking', /signature|thinking/i],
  ['roles', /roles must alternate|must use the "?user"? role|final assistant content|prefill/i],
];

/** Terminals wrap errors in the middle of a path: spaces may stand anywhere around its dots. */
const PATH =
  /messages ?\. ?(\d{1,9})(?: ?\. ?content ?\. ?(\d{1,9})(?: ?\. ?tool_result ?\. ?content ?\. ?(\d{1,9}))?)?/g;
const ID = /\b(?:srv)?toolu_[\w-]{1,100}/g;
const TOKENS = /([\d,]{1,12}) tokens? > ([\d,]{1,12})/;

/** A pasted error is a few hundred characters; what is longer is cut, not searched. */
const MAX_LENGTH = 20_000;

export function parseApiError(pasted: string): ApiError {
  const text = pasted.slice(0, MAX_LENGTH).replaceAll('\\"', '"').replace(/\s+/g, ' ');
  const paths = [...text.matchAll(PATH)].map(([, message, block, inner]) => ({
    message: Number(message),
    block: block === undefined ? undefined : Number(block),
    inner: inner === undefined ? undefined : Number(inner),
  }));
  const tokens = TOKENS.exec(text);
  return {
    kind: KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown',
    paths: paths.filter((path, at) => paths.findIndex((other) => samePath(path, other)) === at),
    ids: [...new Set(text.match(ID) ?? [])],
    tokens: tokens ? { used: readNumber(tokens[1]), most: readNumber(tokens[2]) } : undefined,
  };
}

function samePath(a: ErrorPath, b: ErrorPath): boolean {
  return a.message === b.message && a.block === b.block && a.inner === b.inner;
}

function readNumber(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''));
}
