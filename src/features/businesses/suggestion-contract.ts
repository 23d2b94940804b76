/** Endpoints for the offers of the search boxes while somebody types. Apart from contract.ts, so that pages load it with the first letter. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { SearchTerm } from './contract.ts';

export const suggestionKinds = ['business', 'category', 'event', 'article', 'page'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

export const SearchSuggestion = z.object({
  kind: z.enum(suggestionKinds),
  title: z.string(),
  /** A category, a date, a telephone number: what tells it from others. */
  note: z.nullable(z.string()),
  /** A path of this site, or a web address. */
  href: z.string(),
});
export type SearchSuggestion = z.infer<typeof SearchSuggestion>;

export const suggestAnswers = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  who: 'anyone',
  summary:
    'What may be meant by what was typed so far, at most 8, kind by kind: businesses, categories, upcoming events, articles, pages of the town',
  query: z.object({ search: SearchTerm }),
  answer: z.array(SearchSuggestion),
  problems: [],
});
