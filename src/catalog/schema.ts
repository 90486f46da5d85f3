// The tables of the catalog. It can always be built anew from the session files, so there are no migrations: another version is another catalog.

/** "clew" in ASCII: tells our databases from others. */
export const APPLICATION_ID = 0x636c6577;

/** Raise it whenever a table or the meaning of a column changes, and whenever `extractTexts` finds other texts. */
export const SCHEMA_VERSION = 5;

/**
 * Texts are numbered in blocks of so many: the number of a text, divided by this, is its block's. A block's texts are of one
 * file, which may leave some of its numbers unused.
 */
export const BLOCK_DOCS = 1024;

/** How texts are cut into words. Snippets are marked by the same rule. */
export const TOKENIZER = 'porter unicode61';

/**
 * A block tells of its texts' times without a look at them: `oldest` is null where one of them has none, and none is older
 * than one before it by more than `lag`; `docs` is how many numbers are given away, and `said` has a character for each
 * of them (`said.ts`). A filter looks at the first columns of `doc` only, so they stand first.
 *
 * Two readings of a file have marks of their own: `offset` is how far its texts are in the index (advanced in the transaction
 * that adds them), `digest_bytes` and `digest_stamp` tell for which state of the file the digest holds.
 */
export const SCHEMA: string = `
create table setting (name text primary key, value text not null) without rowid;

create table file (
  id integer primary key,
  path text not null unique,
  home text not null,
  slug text not null,
  session_id text,
  agent_id text,
  main integer not null,
  folder text,
  meta_file text,
  bytes integer not null,
  inode integer not null,
  offset integer not null default 0,
  lines integer not null default 0,
  head_bytes integer not null default 0,
  head text not null default '',
  tail_bytes integer not null default 0,
  tail text not null default '',
  texts_bytes integer,
  texts_stamp integer,
  open_calls text not null default '[]',
  last_time real,
  digest_bytes integer,
  digest_stamp integer,
  digest_agents text,
  gone real
);
create index file_session on file (session_id);
create index file_home on file (home, gone);

create table watched (path text primary key, home text not null, stamp integer not null) without rowid;

create table name (id integer primary key, text text not null unique);

create table block (
  id integer primary key,
  file_id integer not null,
  docs integer not null,
  oldest real,
  newest real,
  lag real not null,
  said text not null
);
create index block_file on block (file_id);

create table doc (
  id integer primary key,
  file_id integer not null,
  time real,
  kind integer not null,
  role integer not null,
  tool integer,
  model integer,
  branch integer,
  agent integer,
  line integer not null,
  part integer not null,
  offset integer not null,
  length integer not null
);
create index doc_file on doc (file_id, line);

create virtual table doc_text using fts5(
  text, content='', contentless_delete=1, tokenize='${TOKENIZER}'
);
insert into doc_text (doc_text, rank) values ('hashsize', 16777216);

create table session (
  file_id integer primary key,
  session_id text not null,
  slug text not null,
  project text,
  title text,
  modified real not null,
  created real not null,
  bytes integer not null,
  turns integer not null,
  tokens integer not null,
  tools integer not null,
  agents integer not null,
  empty integer not null,
  summary text not null,
  details text not null
);
create index session_id on session (session_id);

create table usage (
  file_id integer primary key,
  first real,
  last real,
  numbers blob not null,
  strings text not null
);

create table answer (
  file_id integer primary key,
  numbers blob not null,
  names text not null
);
`;
