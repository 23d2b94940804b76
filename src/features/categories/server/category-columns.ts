import { categories } from '#server/db/schema/index.ts';

export const categoryColumns = {
  id: categories.id,
  slug: categories.slug,
  name: categories.name,
  description: categories.description,
  icon: categories.icon,
  color: categories.color,
  businessCount: categories.businessCount,
};
