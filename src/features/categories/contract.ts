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

/** A hidden category has a page while listings are in it: their pages lead there. */
const ShownCategory = z.extend(Category, { isHidden: z.boolean() });
export type ShownCategory = z.infer<typeof ShownCategory>;

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  who: 'anyone',
  summary: 'The categories that people are offered, in the order of the screen',
  answer: z.array(Category),
  problems: [],
});

export const getCategory = endpoint({
  method: 'GET',
  path: '/api/categories/{slug}',
  who: 'anyone',
  summary: 'One category; a hidden one while listings are in it',
  params: z.object({ slug: z.string().check(z.maxLength(80)) }),
  answer: ShownCategory,
  problems: ['not_found'],
});
