-- Everyday words for the kinds of businesses. Not in the schema public: it comes with the program and is in no backup.
drop schema if exists vocabulary cascade;
create schema vocabulary;

create table vocabulary.kinds (
  id text primary key,
  name text not null,
  -- The wider kind it also is.
  within text,
  -- Slugs of the categories in which people look for it, the likeliest first.
  categories text[] not null,
  -- Kinds that may stand in for it.
  near text[] not null
);

-- `phrase`: its words' stems; `spelled`: the words themselves, in each way that has these stems. `kind`: an id above, '@' and a category's slug, or '%' and a property's key. `strength`: 2 means it, 1 may mean it.
create table vocabulary.phrases (
  phrase text not null, kind text not null, strength smallint not null, is_brand boolean not null, spelled text[] not null
);

create table vocabulary.synonyms (phrase text not null, means text not null);

-- Each word of the phrases with how many have it, for misspelt ones.
create table vocabulary.words (word text collate "C" not null, lexeme text not null, uses integer not null);

-- Words of English and Spanish: no slips, though neither a listing nor a phrase has them.
create table vocabulary.real_words (word text collate "C" primary key);

-- Words that phrases begin with, and how many words the longest such phrase has.
create table vocabulary.starts (lexeme text primary key, longest integer not null);

-- The categories that kinds are in: a listing of another one may be of any kind.
create table vocabulary.categories (slug text primary key);
