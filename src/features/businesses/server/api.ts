import { serve } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import {
  getBusiness,
  listBusinesses,
  listFeaturedBusinesses,
  suggestBusinesses as suggestEndpoint,
} from '../contract.ts';
import { findBusinessBySlug } from './get-business.ts';
import { readFeaturedBusinesses } from './list-featured-businesses.ts';
import { searchBusinesses } from './search-businesses.ts';
import { suggestBusinesses } from './suggest-businesses.ts';

export const businessesApi = [
  serve(listFeaturedBusinesses, (_, { db, now }) => readFeaturedBusinesses(db, now()), { tags: () => ['businesses'] }),
  serve(suggestEndpoint, ({ query }, { db }) => suggestBusinesses(db, query.search), { tags: () => ['businesses'] }),
  serve(
    listBusinesses,
    async ({ query }, { db, now, setHeader }) => {
      const page = await searchBusinesses(db, { ...query, now: now() });
      setHeader('X-Total-Count', String(page.total));
      if (page.correctedTo !== null) setHeader('X-Corrected-Search', encodeURIComponent(page.correctedTo));
      if (page.nextCursor !== null) {
        const next = new URLSearchParams({
          ...(query.search ? { search: query.search } : {}),
          ...(query.categoryId ? { categoryId: query.categoryId } : {}),
          limit: String(query.limit),
          cursor: page.nextCursor,
        });
        setHeader('Link', `<${listBusinesses.path}?${next}>; rel="next"`);
      }
      return page.businesses;
    },
    { tags: () => ['businesses'] },
  ),
  serve(
    getBusiness,
    async ({ params }, { db, now }) => {
      const found = await findBusinessBySlug(db, params.slug, now());
      if (found === null) throw new Problem('not_found', 'Business not found');
      if ('redirectTo' in found) {
        throw new Problem('moved', 'This business has a new address.', {
          location: `/api/businesses/${found.redirectTo}`,
        });
      }
      return found;
    },
    { tags: (_, answer) => [`business:${answer.id}`] },
  ),
];
