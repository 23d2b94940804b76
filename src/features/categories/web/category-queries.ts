import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getCategory, listCategories } from '../contract.ts';

export const categoriesQuery = endpointQuery(listCategories, {});

export const categoryQuery = (slug: string) => endpointQuery(getCategory, { params: { slug } });
