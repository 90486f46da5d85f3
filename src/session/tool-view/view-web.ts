// Views of the tools that reach the web: WebFetch and WebSearch.
import { arrayField, asObject, isObject, type Json, numberField, stringField } from '../../base/json.ts';
import type { ToolCall } from '../tool-calls.ts';

export interface WebFetchView {
  readonly tool: 'WebFetch';
  readonly url: string;
  readonly prompt: string | undefined;
  readonly code: number | undefined;
  readonly bytes: number | undefined;
  /** What the model that read the page answered. */
  readonly answer: string;
}

export interface WebLink {
  readonly title: string | undefined;
  readonly url: string;
}

export interface WebSearchView {
  readonly tool: 'WebSearch';
  readonly query: string;
  readonly links: readonly WebLink[];
}

export function viewWebFetch(call: ToolCall): WebFetchView | undefined {
  const url = stringField(call.input, 'url');
  if (url === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  return {
    tool: 'WebFetch',
    url,
    prompt: stringField(call.input, 'prompt'),
    code: numberField(result, 'code'),
    bytes: numberField(result, 'bytes'),
    answer: stringField(result, 'result') ?? call.resultText,
  };
}

export function viewWebSearch(call: ToolCall): WebSearchView | undefined {
  const query = stringField(call.input, 'query');
  if (query === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  const links = arrayField(result, 'results')?.flatMap(linksOf) ?? textLinks(call.resultText);
  return { tool: 'WebSearch', query, links };
}

// `results` mixes objects with links and strings with the model's remarks.
function linksOf(found: Json): WebLink[] {
  const content = isObject(found) ? arrayField(found, 'content') : undefined;
  return (content ?? []).filter(isObject).flatMap((link) => {
    const url = stringField(link, 'url');
    return url === undefined ? [] : [{ title: stringField(link, 'title'), url }];
  });
}

// The text holds the links as JSON after the word "Links:".
function textLinks(text: string): WebLink[] {
  const links: WebLink[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('Links: [')) continue;
    try {
      for (const link of linksOf({ content: JSON.parse(line.slice('Links: '.length)) as Json }))
        links.push(link);
    } catch {
      // Cut off in the middle: the text is still there to be shown.
    }
  }
  return links;
}
