import * as z from 'zod/mini';
import { categoryColors } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';

export const Category = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Name of a symbol in the category sprite. */
  icon: z.string(),
  color: z.enum(categoryColors),
  businessCount: z.number(),
});
export type Category = z.infer<typeof Category>;

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  who: 'anyone',
  summary: 'All categories in the order of the city pack',
  answer: z.array(Category),
  problems: [],
});

export const getCategory = endpoint({
  method: 'GET',
  path: '/api/categories/{slug}',
  who: 'anyone',
  summary: 'One category',
  params: z.object({ slug: z.string().check(z.maxLength(80)) }),
  answer: Category,
  problems: ['not_found'],
});
