import { serve } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { getCategory, listCategories } from '../contract.ts';
import { findCategory } from './get-category.ts';
import { readCategories } from './list-categories.ts';

export const categoriesApi = [
  serve(listCategories, (_, { db }) => readCategories(db), { tags: () => ['categories'] }),
  serve(
    getCategory,
    async ({ params }, { db }) => {
      const category = await findCategory(db, params.slug);
      if (category === null) throw new Problem('not_found', 'Category not found');
      return category;
    },
    { tags: () => ['categories'] },
  ),
];
