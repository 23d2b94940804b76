-- Everyday words for the kinds of businesses. Not in the schema public: it comes with the program and is in no backup.
drop schema if exists vocabulary cascade;
create schema vocabulary;

create table vocabulary.kinds (
  id text primary key,
  name text not null,
  -- The wider kind that includes this one.
  within text,
  -- Slugs of the categories in which people look for this kind, the likeliest first.
  categories text[] not null,
  -- Kinds that help somebody who finds none of this kind.
  near text[] not null
);

-- Phrases that people use for a kind. `phrase`: the stems of its words. `spelled`: the words themselves, in each spelling that has these stems.
-- `kind`: an id of vocabulary.kinds, '@' and a category's slug, or '%' and a property's key. `strength`: 2 for a phrase that means the kind, 1 for one that
-- may mean it. `is_asked`: read in questions alone, no listing is labeled by it.
create table vocabulary.phrases (
  phrase text not null, kind text not null, strength smallint not null, is_brand boolean not null, spelled text[] not null,
  is_asked boolean not null
);

create table vocabulary.synonyms (phrase text not null, means text not null);

-- Each word of the phrases, with the number of phrases that have it. Misspelt words are corrected with these.
-- `bones`: see search_bones.
create table vocabulary.words (word text collate "C" not null, lexeme text not null, uses integer not null, bones text not null);

-- Words of English and Spanish. They are never corrected, even where no listing and no phrase has them.
create table vocabulary.real_words (word text collate "C" primary key);

-- Words that tell little: `is_small` for those that phrases skip, `is_trouble` for those that say that something is broken.
create table vocabulary.fillers (word text primary key, lexeme text not null, is_small boolean not null, is_trouble boolean not null);

-- Telling words inside longer phrases, with the kinds that those mean: 'guitarra' in 'clases de guitarra'.
create table vocabulary.parts (lexeme text not null, kind text not null, is_brand boolean not null);

-- The first words of phrases, each with the number of words in the longest phrase that begins with it.
create table vocabulary.starts (lexeme text primary key, longest integer not null);

-- The categories that kinds belong to. A listing in any other category may be of any kind.
create table vocabulary.categories (slug text primary key);
