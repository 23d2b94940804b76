-- Runs when the vocabulary is in its tables.
-- Phrases without their small words: 'sell my house' is 'sell house', too, and 'jack in box' is the brand.
insert into vocabulary.phrases
  select short.phrase, kind, max(strength), bool_and(is_brand), array_agg(distinct short.spelled), bool_and(is_asked)
  from vocabulary.phrases as known cross join lateral unnest(spelled) as spelling
  cross join lateral (
    select string_agg(search_lexeme(word), ' ' order by place) as phrase, string_agg(word, ' ' order by place) as spelled, count(*) as words
    from unnest(string_to_array(spelling, ' ')) with ordinality as part (word, place)
    where not exists (select from vocabulary.fillers where fillers.word = part.word and is_small)
  ) as short
  where short.words > 1 and short.phrase <> known.phrase
    and not exists (select from vocabulary.phrases as other where other.phrase = short.phrase and other.kind = known.kind)
  group by 1, 2;
-- A word in the phrases of many kinds says little of each. Those that listings are labeled by say more than those of questions.
insert into vocabulary.parts
  select lexeme, unnest(kinds), false from (
    select distinct on (lexeme) lexeme, array_agg(distinct kind) as kinds
    from vocabulary.phrases cross join lateral unnest(string_to_array(phrase, ' ')) as lexeme
    where strength = 2 and not is_brand and kind not like '\%%' and phrase like '% %' group by lexeme, is_asked order by lexeme, is_asked
  ) as word
  where cardinality(kinds) <= 3 and not exists (select from vocabulary.fillers where fillers.lexeme = word.lexeme);
-- 'Panera' in 'Panera Bread': a brand's first word, where it is no word of English or Spanish.
insert into vocabulary.parts
  select lexeme, unnest(kinds), true from (
    select split_part(phrase, ' ', 1) as lexeme, array_agg(distinct kind) as kinds
    from vocabulary.phrases where is_brand and phrase like '% %' group by 1
  ) as word
  where cardinality(kinds) <= 3 and length(lexeme) > 3
    and lexeme not in (select search_lexeme(word) from vocabulary.real_words);
insert into vocabulary.starts
  select split_part(phrase, ' ', 1), max(least(4, cardinality(string_to_array(phrase, ' ')))) from vocabulary.phrases
  where not is_asked group by 1;
insert into vocabulary.categories select distinct unnest(categories) from vocabulary.kinds;
create index on vocabulary.phrases (phrase);
create index on vocabulary.synonyms (phrase);
create index on vocabulary.parts (lexeme);
create index on vocabulary.words (word);
create index on vocabulary.words (lexeme);
create index on vocabulary.words (bones);
create index on vocabulary.words using gin (word gin_trgm_ops);
analyze vocabulary.kinds;
analyze vocabulary.phrases;
analyze vocabulary.words;
analyze vocabulary.starts;
