import { endpointPartQuery, endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getCategory, listCategories } from '../contract.ts';

/** The fields that tiles and selects show. */
export const categoriesQuery = endpointPartQuery(listCategories, {}, (categories) =>
  categories.map(({ slug, name, icon, color, businessCount }) => ({ slug, name, icon, color, businessCount })),
);

export const categoryQuery = (slug: string) => endpointQuery(getCategory, { params: { slug } });
