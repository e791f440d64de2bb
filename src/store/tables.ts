/** The tables of the index. A change here, or in what kept results mean, needs a new `schemaVersion`: an older file is then made anew. */

export const schemaVersion = 7

/** Those over the rows of notes, by name. */
export const noteIndexes: Readonly<Record<string, string>> = {
  note_by_target: 'create unique index note_by_target on note (view, target)',
  note_by_sources: 'create index note_by_sources on note (view, substr(sources, -16))',
  region_by_file: 'create index region_by_file on region (view, file)',
  region_by_note: 'create index region_by_note on region (note)',
  region_untraced: 'create index region_untraced on region (view) where slots is null',
  dependency_by_file: 'create index dependency_by_file on dependency (view, file)',
  dependency_by_note: 'create index dependency_by_note on dependency (note)',
  continuation_by_earlier: 'create index continuation_by_earlier on continuation (view, earlier)',
  continuation_by_note: 'create index continuation_by_note on continuation (note)',
}

export const tables = `
create table view (id integer primary key, ref text not null unique, world text not null,
  notes integer not null default 0, malformed integer not null default 0, regions integer not null default 0,
  removed integer not null default 0);
create table tip (view integer not null, ref text not null, oid text not null, primary key (view, ref)) without rowid;
create table note (id integer primary key, view integer not null, target text not null, sources text not null,
  malformed integer not null, problem text);
create table region (id integer primary key autoincrement, view integer not null, note integer not null,
  position integer not null, file text not null, anchor text, slots blob, tokens integer);
create table removed_region (view integer not null, at integer not null, region integer not null,
  primary key (view, at)) without rowid;
create table dependency (view integer not null, note integer not null, position integer not null, file text not null);
create table continuation (view integer not null, earlier text not null, note integer not null);
create table state (id integer primary key, view integer not null, head text not null, boundaries text not null,
  commits blob not null, pending text not null, renames_at text, used integer not null);
create table rename (state integer not null, source text not null, target text not null, age integer not null);
create index rename_by_state on rename (state);
create table print_block (view integer primary key, made integer not null, removed integer not null,
  ids blob not null, names blob not null, slots blob not null);
create table cache (kind text not null, key text not null, value text not null, used integer not null);
create unique index cache_by_key on cache (kind, key);
create index cache_by_used on cache (used);
${Object.values(noteIndexes).join(';\n')};
`
