import { serve } from '#server/http/serve.ts';
import { suggestAnswers as suggestEndpoint } from '../suggestion-contract.ts';
import { nextMinute } from './list-changes-at.ts';
import { suggestAnswers } from './suggest-answers.ts';

export const searchSuggestionsApi = [
  serve(suggestEndpoint, ({ query }, request) => suggestAnswers(request, query.search), {
    tags: () => ['businesses', 'categories', 'events', 'articles', 'city'],
    // The clock changes who is open and what is over.
    expires: (_, __, { now }) => nextMinute(now()),
  }),
];
