// Every route of the server with what it takes and answers: the one file that the web app needs to know.
//
// Conventions: JSON in both directions; an absent field means that nothing is known; times are milliseconds since 1970;
// texts are as they were logged (whoever shows them makes them safe). A refusal is `ErrorAnswer` with a fitting status.
// Paths: `:key` is a session's `key` (its id, or any unique prefix of one), never a file name.
// Everything but GET needs the header `x-clew-token` with the value of `<meta name="clew-token">` in the page.

import type { About, ErrorAnswer, Ok } from './api/about.ts';
import type { Annotation, AnnotationInput, Annotations } from './api/annotations.ts';
import type { ContextAnswer, ContextQuery, ContextWindowAnswer, ContextWindowQuery } from './api/context.ts';
import type {
  CancelInput,
  CompressInput,
  CompressPlanAnswer,
  CompressRunAnswer,
  CutAnswer,
  CutInput,
  CutOverview,
  CutPlanAnswer,
  LineageAnswer,
  UndoInput,
} from './api/cut.ts';
import type { ExportQuery } from './api/export.ts';
import type {
  FileDiffAnswer,
  FileDiffQuery,
  FileRestoreAnswer,
  FileRestoreInput,
  FilesAnswer,
} from './api/files.ts';
import type {
  ClientsAnswer,
  HealthAnswer,
  HealthMoreAnswer,
  RepairAnswer,
  RepairInput,
} from './api/health.ts';
import type { LiveEvent } from './api/live.ts';
import type {
  GraphAnswer,
  GraphFindAnswer,
  GraphFindQuery,
  GraphPage,
  GraphPageQuery,
  MomentAnswer,
  MomentQuery,
  OpenRow,
  SpanList,
  TimelineAnswer,
  TimelinePart,
  TimelinePartQuery,
  TimelineSpansQuery,
} from './api/pictures.ts';
import type {
  FindAnswer,
  FindQuery,
  RawEntryAnswer,
  RowAnswer,
  RowsAnswer,
  RowsQuery,
  RowTextAnswer,
  RowTextQuery,
} from './api/rows.ts';
import type { SearchAnswer, SearchQuery } from './api/search.ts';
import type { SessionHead, SessionPeek, ThreadQuery, TurnsAnswer } from './api/session.ts';
import type { SessionsAnswer, SessionsQuery } from './api/sessions.ts';
import type { StatsAnswer, StatsQuery } from './api/stats.ts';
import type { WorkAnswer } from './api/work.ts';

/** A route: `query` is what may stand behind the question mark, `body` what is sent, `answer` the JSON that comes back. */
export interface Route<Query, Body, Answer> {
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer | ErrorAnswer;
}

type Read<Query, Answer> = Route<Query, undefined, Answer>;
type Write<Body, Answer> = Route<undefined, Body, Answer>;

/** Every route with what it takes and what it answers. */
export interface Routes {
  readonly 'GET /api/about': Read<undefined, About>;
  readonly 'GET /api/sessions': Read<SessionsQuery, SessionsAnswer>;
  readonly 'GET /api/search': Read<SearchQuery, SearchAnswer>;
  readonly 'GET /api/sessions/:key': Read<undefined, SessionHead>;
  readonly 'GET /api/sessions/:key/peek': Read<undefined, SessionPeek>;
  readonly 'GET /api/sessions/:key/turns': Read<ThreadQuery, TurnsAnswer>;
  readonly 'GET /api/sessions/:key/rows': Read<RowsQuery, RowsAnswer>;
  /** One row with nothing cut. */
  readonly 'GET /api/sessions/:key/rows/:row': Read<ThreadQuery, RowAnswer>;
  /** One long text of a row, whole or a stretch of it. */
  readonly 'GET /api/sessions/:key/rows/:row/text': Read<RowTextQuery, RowTextAnswer>;
  /** Answers with the picture itself (png, jpeg, gif or webp); `:n` counts the row's images from 0. */
  readonly 'GET /api/sessions/:key/rows/:row/images/:n': Read<ThreadQuery, Blob>;
  readonly 'GET /api/sessions/:key/entries/:line': Read<ThreadQuery, RawEntryAnswer>;
  readonly 'GET /api/sessions/:key/find': Read<FindQuery, FindAnswer>;
  readonly 'GET /api/sessions/:key/context': Read<ContextQuery, ContextAnswer>;
  readonly 'GET /api/sessions/:key/context/window': Read<ContextWindowQuery, ContextWindowAnswer>;
  /** What clients of other times would load, the newest first. */
  readonly 'GET /api/sessions/:key/context/clients': Read<undefined, ClientsAnswer>;
  readonly 'GET /api/sessions/:key/timeline': Read<undefined, TimelineAnswer>;
  readonly 'GET /api/sessions/:key/timeline/part': Read<TimelinePartQuery, TimelinePart>;
  /** The table behind the picture. */
  readonly 'GET /api/sessions/:key/timeline/spans': Read<TimelineSpansQuery, SpanList>;
  readonly 'GET /api/sessions/:key/timeline/moment': Read<MomentQuery, MomentAnswer>;
  /** What the work was like: of all threads, and of each. */
  readonly 'GET /api/sessions/:key/work': Read<undefined, WorkAnswer>;
  readonly 'GET /api/sessions/:key/graph': Read<undefined, GraphAnswer>;
  readonly 'GET /api/sessions/:key/graph/rows': Read<GraphPageQuery, GraphPage>;
  readonly 'GET /api/sessions/:key/graph/rows/:at': Read<undefined, OpenRow>;
  readonly 'GET /api/sessions/:key/graph/find': Read<GraphFindQuery, GraphFindAnswer>;
  readonly 'GET /api/sessions/:key/files': Read<undefined, FilesAnswer>;
  readonly 'GET /api/sessions/:key/files/diff': Read<FileDiffQuery, FileDiffAnswer>;
  readonly 'POST /api/sessions/:key/files/restore': Write<FileRestoreInput, FileRestoreAnswer>;
  /** Answers with the file itself, as an attachment with a name. */
  readonly 'GET /api/sessions/:key/export': Read<ExportQuery, Blob>;
  readonly 'GET /api/sessions/:key/health': Read<undefined, HealthAnswer>;
  readonly 'GET /api/sessions/:key/health/more': Read<undefined, HealthMoreAnswer>;
  readonly 'POST /api/sessions/:key/repair': Write<RepairInput, RepairAnswer>;
  /** What can go, with its tokens: the left column of the Cut page and the what-ifs of the Context page. */
  readonly 'GET /api/sessions/:key/cut': Read<undefined, CutOverview>;
  readonly 'POST /api/sessions/:key/cut/plan': Write<CutInput, CutPlanAnswer>;
  readonly 'POST /api/sessions/:key/cut': Write<CutInput, CutAnswer>;
  readonly 'POST /api/sessions/:key/compress/plan': Write<CompressInput, CompressPlanAnswer>;
  readonly 'POST /api/sessions/:key/compress': Write<CompressInput, CompressRunAnswer>;
  readonly 'POST /api/sessions/:key/compress/cancel': Write<CancelInput, Ok>;
  readonly 'GET /api/sessions/:key/lineage': Read<undefined, LineageAnswer>;
  /** Moves a clone that clew made to the trash; `restore` brings it back. */
  readonly 'POST /api/sessions/:key/undo': Write<UndoInput, Ok>;
  readonly 'POST /api/sessions/:key/restore': Write<Record<string, never>, Ok>;
  readonly 'GET /api/sessions/:key/annotations': Read<undefined, Annotations>;
  readonly 'PUT /api/sessions/:key/annotations/:id': Write<AnnotationInput, Annotation>;
  readonly 'DELETE /api/sessions/:key/annotations/:id': Write<undefined, Ok>;
  readonly 'GET /api/annotations': Read<undefined, Annotations>;
  readonly 'GET /api/stats': Read<StatsQuery, StatsAnswer>;
  /** Server-sent events: each message's `event` is the `type` of a `LiveEvent`, its `data` the event as JSON. */
  readonly 'GET /api/events': Read<undefined, LiveEvent>;
}

export type * from './api/about.ts';
export type * from './api/annotations.ts';
export type * from './api/context.ts';
export type * from './api/cut.ts';
export type * from './api/export.ts';
export type * from './api/figures.ts';
export type * from './api/files.ts';
export type * from './api/health.ts';
export type * from './api/live.ts';
export type * from './api/pictures.ts';
export type * from './api/rows.ts';
export type * from './api/search.ts';
export type * from './api/session.ts';
export type * from './api/sessions.ts';
export type * from './api/stats.ts';
export type * from './api/work.ts';
