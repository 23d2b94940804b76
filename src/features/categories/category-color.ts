import type { CategoryColor } from '#shared/city.ts';

/** Specification 2, business card: eight categories have a color of their own, all others are gray. */
const colorBySlug = new Map<string, CategoryColor>([
  ['food-dining', 'green'],
  ['health-beauty', 'pink'],
  ['legal-services', 'blue'],
  ['medical-services', 'red'],
  ['pet-services', 'orange'],
  ['professional-services', 'indigo'],
  ['real-estate-services', 'teal'],
  ['shopping', 'purple'],
]);

/** For what knows a category by its slug alone, such as a business's card. */
export function categoryColor(slug: string): CategoryColor {
  return colorBySlug.get(slug) ?? 'gray';
}
