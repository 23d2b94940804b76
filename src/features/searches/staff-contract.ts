/** Endpoints for staff who look at searches. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const maxSynonyms = 1_000;
export const periods = ['7', '30', '90', '365'] as const;

const MissedSearch = z.object({
  /** The text itself, which is also what tells rows apart. */
  id: z.string(),
  term: z.string(),
  /** In the period. */
  count: z.int(),
  /** '2026-07-04', in the city's time zone. */
  lastDay: z.string(),
  /** The synonym that staff wrote for exactly this text. */
  means: z.nullable(z.string()),
});
export type MissedSearch = z.infer<typeof MissedSearch>;

export const listMissedSearches = endpoint({
  method: 'GET',
  path: '/api/staff/searches',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Searches that found nothing, or nothing that has all words, in the last `days`: the 100 most frequent. Never who searched',
  query: z.object({ days: z._default(z.enum(periods), '30') }),
  answer: z.array(MissedSearch),
  problems: [],
});

const Synonym = z.object({
  id: z.string(),
  term: z.string(),
  means: z.string(),
  createdAt: z.string(),
});
export type Synonym = z.infer<typeof Synonym>;

export const listSynonyms = endpoint({
  method: 'GET',
  path: '/api/staff/synonyms',
  who: 'staff',
  rights: ['moderator'],
  summary: 'What staff say that words mean, in the order of words',
  answer: z.array(Synonym),
  problems: [],
});

const SynonymWords = z.object({ term: z.string(), means: z.string() });

const hasWord = z.refine<string>((text) => /[\p{L}\p{N}]/u.test(text), 'Please enter a word');
const SynonymForm = z.object({
  term: z.string().check(z.trim(), z.maxLength(60, 'Please use at most 60 characters'), hasWord),
  /** Other words, or the name of a category. */
  means: z.string().check(z.trim(), z.maxLength(60, 'Please use at most 60 characters'), hasWord),
});
export type SynonymForm = z.infer<typeof SynonymForm>;

export const addSynonym = endpoint({
  method: 'POST',
  path: '/api/staff/synonyms',
  who: 'staff',
  rights: ['moderator'],
  creates: true,
  summary: 'A search for `term` finds from now on what a search for `means` finds, too',
  body: SynonymForm,
  answer: Synonym,
  status: 201,
  problems: ['invalid', 'conflict'],
});

export const changeSynonym = endpoint({
  method: 'PUT',
  path: '/api/staff/synonyms/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Changes a synonym; `was` is the copy that was edited',
  params: z.object({ id: z.guid() }),
  body: z.extend(SynonymForm, { was: SynonymWords }),
  answer: Synonym,
  problems: ['invalid', 'conflict', 'not_found'],
});

export const removeSynonym = endpoint({
  method: 'DELETE',
  path: '/api/staff/synonyms/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Removes a synonym',
  params: z.object({ id: z.guid() }),
  answer: z.object({}),
  problems: ['not_found'],
});
