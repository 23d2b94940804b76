-- Runs when the vocabulary is in its tables.
insert into vocabulary.starts
  select split_part(phrase, ' ', 1), max(least(4, cardinality(string_to_array(phrase, ' ')))) from vocabulary.phrases group by 1;
insert into vocabulary.categories select distinct unnest(categories) from vocabulary.kinds;
create index on vocabulary.phrases (phrase);
create index on vocabulary.synonyms (phrase);
create index on vocabulary.words (word);
create index on vocabulary.words (lexeme);
create index on vocabulary.words using gin (word gin_trgm_ops);
analyze vocabulary.kinds;
analyze vocabulary.phrases;
analyze vocabulary.words;
analyze vocabulary.starts;
