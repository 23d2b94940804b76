/** Properties of a listing ('Delivery', 'Outdoor seating'): rules that forms, filters and pages share. The list itself is the town's. */
import type { ListingProperty } from '#features/city-guide/contract.ts';

/** @param category a slug; '' where none is chosen: then only what every business may have */
export function fitsCategory({ categories }: Pick<ListingProperty, 'categories'>, category: string): boolean {
  return categories.length === 0 || categories.includes(category);
}

interface PropertyGroup {
  group: string;
  properties: ListingProperty[];
}

/** In the order of the list. */
export function byGroup(properties: readonly ListingProperty[]): PropertyGroup[] {
  const groups = new Map<string, ListingProperty[]>();
  for (const property of properties) groups.set(property.group, [...(groups.get(property.group) ?? []), property]);
  return [...groups].map(([group, members]) => ({ group, properties: members }));
}

/** The properties that a listing has, in the order of the town's list. Keys that the list has no more are left out. */
export function chosenProperties(list: readonly ListingProperty[], keys: readonly string[]): ListingProperty[] {
  return list.filter(({ key }) => keys.includes(key));
}
