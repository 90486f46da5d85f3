// Requests that failed: the client's retries joined into one incident each, and whether an answer came in the end.
import { asObject, type JsonObject, numberField, objectField, stringField } from '../base/json.ts';
import { contentText } from '../log/block.ts';
import { isSidechain, messageOf, systemSubtypeOf, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { oneLine } from './tool-view/summarise-tool-call.ts';

export interface ApiIncident {
  /** The logged failures, in order; one without retries holds the client's words to the person only. */
  readonly entries: readonly Entry[];
  /** How often the client tried again, by its own count. */
  readonly retries: number;
  readonly maxRetries: number | undefined;
  readonly status: number | undefined;
  readonly message: string;
  /** `open`: nothing follows in the log. */
  readonly outcome: 'recovered' | 'failed' | 'open';
  readonly at: number | undefined;
  readonly endedAt: number | undefined;
}

export function listApiIncidents(entries: readonly Entry[]): ApiIncident[] {
  const incidents: Draft[] = [];
  // An agent and the main thread may fail at the same time in one file.
  const open = new Map<boolean, Draft>();
  for (const entry of entries) {
    const thread = isSidechain(entry);
    const now = open.get(thread);
    if (systemSubtypeOf(entry) === 'api_error') {
      const attempt = numberField(entry.value, 'retryAttempt') ?? 1;
      // The count starts again for the next request.
      const incident = now && attempt > now.retries ? now : begin(incidents, entry);
      addRetry(incident, entry, attempt);
      open.set(thread, incident);
    } else if (entry.value.type === 'assistant') {
      if (entry.value.isApiErrorMessage === true) addFailure(now ?? begin(incidents, entry), entry);
      else if (now) end(now, 'recovered', entry);
      open.delete(thread);
    }
  }
  return incidents;
}

interface Draft extends ApiIncident {
  entries: Entry[];
  retries: number;
  maxRetries: number | undefined;
  status: number | undefined;
  message: string;
  outcome: ApiIncident['outcome'];
  endedAt: number | undefined;
}

function begin(incidents: Draft[], entry: Entry): Draft {
  const incident: Draft = {
    entries: [],
    retries: 0,
    maxRetries: undefined,
    status: undefined,
    message: '',
    outcome: 'open',
    at: timeOf(entry),
    endedAt: undefined,
  };
  incidents.push(incident);
  return incident;
}

function addRetry(incident: Draft, entry: Entry, attempt: number): void {
  const error = objectField(entry.value, 'error');
  incident.entries.push(entry);
  incident.retries = attempt;
  incident.maxRetries = numberField(entry.value, 'maxRetries');
  incident.status = numberField(error, 'status') ?? incident.status;
  incident.message = errorText(error, objectField(entry.value, 'cause')) ?? incident.message;
}

function addFailure(incident: Draft, entry: Entry): void {
  incident.entries.push(entry);
  const text = contentText(messageOf(entry)?.content);
  incident.status ??= numberField(entry.value, 'apiErrorStatus') ?? statusIn(text);
  if (text !== '') incident.message = oneLine(text, MAX_LENGTH);
  end(incident, 'failed', entry);
}

function end(incident: Draft, outcome: ApiIncident['outcome'], entry: Entry): void {
  incident.outcome = outcome;
  incident.endedAt = timeOf(entry);
}

const MAX_LENGTH = 300;

// The API's own words are two levels down; without an answer there is only the cause of the broken connection.
function errorText(error: JsonObject | undefined, cause: JsonObject | undefined): string | undefined {
  let inner: JsonObject | undefined = error;
  let text: string | undefined;
  for (let depth = 0; depth < 4 && inner; depth++) {
    text = stringField(inner, 'message') ?? text;
    inner = asObject(inner.error);
  }
  text ??= stringField(cause ?? objectField(error, 'cause'), 'code') ?? stringField(error, 'type');
  return text === undefined ? undefined : oneLine(text, MAX_LENGTH);
}

function statusIn(text: string): number | undefined {
  const status = /^API Error: (\d{3})\b/.exec(text)?.[1];
  return status === undefined ? undefined : Number(status);
}
