import { serve } from '#server/http/serve.ts';
import { queryString } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';
import {
  getBusiness,
  listBusinesses,
  listFeaturedBusinesses,
  readSearchContext,
  suggestBusinesses as suggestEndpoint,
} from '../contract.ts';
import { listSaved } from '../saved-contract.ts';
import { readSavedList } from '../saved-list.ts';
import { findBusinessBySlug } from './get-business.ts';
import { listPage, readContext } from './list-businesses.ts';
import { listChangesAt, nextMinute } from './list-changes-at.ts';
import { readFeaturedBusinesses } from './list-featured-businesses.ts';
import { pageChangesAt } from './read-offers.ts';
import { readSaved } from './read-saved.ts';
import { suggestBusinesses } from './suggest-businesses.ts';

export const businessesApi = [
  serve(listFeaturedBusinesses, (_, { db, now }) => readFeaturedBusinesses(db, now()), {
    tags: () => ['businesses'],
    expires: (_, answer, request) => listChangesAt({}, answer, request),
  }),
  serve(suggestEndpoint, ({ query }, { db }) => suggestBusinesses(db, query.search), { tags: () => ['businesses'] }),
  serve(
    listBusinesses,
    async ({ query }, { db, city, now, setHeader }) => {
      const page = await listPage(db, query, { city, now: now(), limit: query.limit, cursor: query.cursor });
      setHeader('X-Total-Count', String(page.total));
      if (page.correctedTo !== null) setHeader('X-Corrected-Search', encodeURIComponent(page.correctedTo));
      if (page.setAside.length > 0) setHeader('X-Set-Aside', encodeURIComponent(page.setAside.join(' ')));
      if (page.nextCursor !== null) {
        const next = queryString({ ...query, cursor: page.nextCursor });
        setHeader('Link', `<${listBusinesses.path}${next}>; rel="next"`);
      }
      return page.businesses;
    },
    { tags: () => ['businesses'], expires: ({ query }, answer, request) => listChangesAt(query, answer, request) },
  ),
  serve(listSaved, ({ query }, { db, now }) => readSaved(db, readSavedList(query.list), now())),
  serve(readSearchContext, ({ query }, { db, city, now }) => readContext(db, query, city, now()), {
    tags: () => ['businesses', 'offers', 'events', 'articles', 'city'],
    expires: (_, __, { now }) => nextMinute(now()),
  }),
  serve(
    getBusiness,
    async ({ params }, { db, city, now }) => {
      const clock = { now: now(), timeZone: city.facts.timeZone };
      const found = await findBusinessBySlug(db, params.slug, clock);
      if (found === null) throw new Problem('not_found', 'Business not found');
      if ('redirectTo' in found) {
        throw new Problem('moved', 'This business has a new address.', {
          location: `/api/businesses/${found.redirectTo}`,
        });
      }
      return found;
    },
    {
      tags: (_, answer) => [`business:${answer.id}`, ...(answer.events.length > 0 ? ['events'] : [])],
      expires: (_, answer, { now, city }) => pageChangesAt(answer, { now: now(), timeZone: city.facts.timeZone }),
    },
  ),
];
