/**
 * Applies functions/*.sql and the vocabulary that the functions read. Tables change by migrations; functions are created
 * again whenever one of these files has changed since the last time.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { foldText } from '#shared/fold-text.ts';
import { readFillerWords, readRealWords, readVocabulary, vocabularyTexts } from './vocabulary/read-vocabulary.ts';

const folder = join(import.meta.dirname, 'functions');
/** Runs after the vocabulary is in its tables. */
const indexesFile = '6-vocabulary-indexes.sql';

function readFunctions(): { name: string; text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Functions that are no longer in the files go, too. Extensions have functions of their own. */
const dropFunctions = `do $drop$ declare each regprocedure; begin
  for each in select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and (proname like 'search\\_%' or proname like 'categories\\_%')
  loop
    if to_regprocedure(each::text) is not null then execute format('drop function %s cascade', each); end if;
  end loop;
end $drop$`;

/**
 * Runs in the caller's transaction, after the migrations. Returns whether anything had changed.
 * @param isCurrent the rows of the search are this release's where nothing says what made them: a restore brings them along
 */
export async function applyFunctions(client: ClientBase, { isCurrent = false } = {}): Promise<boolean> {
  const files = readFunctions();
  const hash = createHash('sha256')
    .update(JSON.stringify([files, vocabularyTexts()]))
    .digest('hex');
  // With the bookkeeping of migrations: a restore empties both.
  await client.query('create table if not exists drizzle.functions (hash text not null)');
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.functions');
  if (rows[0]?.hash === hash) return false;
  await client.query(dropFunctions);
  for (const { name, text } of files) if (name !== indexesFile) await client.query(text);
  await loadVocabulary(client);
  await client.query(files.find(({ name }) => name === indexesFile)?.text ?? '');
  await client.query('delete from drizzle.functions');
  await client.query('insert into drizzle.functions (hash) values ($1)', [hash]);
  const state = await client.query<{ hash: string }>('select hash from search_state');
  const madeBy = state.rows[0]?.hash ?? (isCurrent ? hash : null);
  if (madeBy !== hash) {
    await client.query('select search_refill()');
    await client.query('delete from search_state');
    await client.query('insert into search_state (hash) values ($1)', [hash]);
  }
  return true;
}

async function loadVocabulary(client: ClientBase): Promise<void> {
  const { kinds, phrases, synonyms } = readVocabulary();
  const realWords = new Set(readRealWords());
  // Words of questions that are spelled right need no correction, and would hide names that are spelled alike.
  const unusual = (text: string) =>
    text
      .split(' ')
      .filter((word) => !realWords.has(foldText(word)))
      .join(' ');
  await client.query(
    `insert into vocabulary.kinds (id, name, within, categories, near)
     select id, name, within, categories, near
     from json_to_recordset($1) as kind (id text, name text, within text, categories text[], near text[])`,
    [JSON.stringify(kinds)],
  );
  await client.query(
    // Stemming takes most of the time: materialized, a text is stemmed once.
    `with phrases as materialized (
       select search_stems(text) as stems, text, kind, strength, "isBrand", coalesce("isAsked", false) as is_asked
       from json_to_recordset($1) as phrase (text text, kind text, strength smallint, "isBrand" boolean, "isAsked" boolean)
     )
     insert into vocabulary.phrases (phrase, kind, strength, is_brand, spelled, is_asked)
     select stems, kind, max(strength), bool_and("isBrand"), array_agg(distinct search_plain(text)), bool_and(is_asked)
     from phrases where stems is not null group by 1, 2`,
    [JSON.stringify(phrases)],
  );
  await client.query(
    `insert into vocabulary.synonyms (phrase, means)
     select distinct search_stems(text), means from json_to_recordset($1) as synonym (text text, means text)`,
    [JSON.stringify(synonyms)],
  );
  await client.query(
    `insert into vocabulary.words (word, lexeme, uses, bones)
     select word, search_lexeme(word), count(*), search_bones(word) from (
       select unnest(string_to_array(search_plain(text), ' ')) as word from unnest($1::text[]) as text
     ) as each where length(word) > 2 group by word`,
    [phrases.filter(({ isBrand }) => !isBrand).map(({ text, isAsked }) => (isAsked ? unusual(text) : text))],
  );
  const [small = new Set(), weak = new Set(), trouble = new Set()] = readFillerWords();
  await client.query(
    `insert into vocabulary.fillers (word, lexeme, is_small, is_trouble)
     select word, search_lexeme(word), word = any ($2), word = any ($3) from unnest($1::text[]) as word`,
    [[...new Set([...small, ...weak, ...trouble])], [...small], [...trouble]],
  );
  await client.query('insert into vocabulary.real_words (word) select unnest($1::text[])', [[...realWords]]);
}
