import type { CategoryColor } from '#shared/city.ts';

/** Eight categories have a color of their own; all others are gray. */
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

/** For callers that know only the slug, such as a business card. */
export function categoryColor(slug: string): CategoryColor {
  return colorBySlug.get(slug) ?? 'gray';
}
