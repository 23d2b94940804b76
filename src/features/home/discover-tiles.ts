interface Tile {
  /** Names its picture. */
  key: string;
  label: string;
  to: string | null;
}

interface Targets {
  thingsToDo: string | null;
  placesToStay: string | null;
}

/**
 * The six tiles of Discover. A tile of a category has that category's name, so that both are called alike when staff rename it.
 * @param categories undefined: they could not be loaded
 */
export function discoverTiles(
  { thingsToDo, placesToStay }: Targets,
  categories: readonly { slug: string; name: string }[] | undefined,
): Tile[] {
  const nameOf = (slug: string) => categories?.find((one) => one.slug === slug)?.name;
  const isFoodOffered = categories === undefined || nameOf('food-dining') !== undefined;
  return [
    {
      key: 'food-dining',
      label: nameOf('food-dining') ?? 'Food & Dining',
      to: isFoodOffered ? '/category/food-dining' : '/directory',
    },
    { key: 'shopping', label: nameOf('shopping') ?? 'Shopping', to: '/directory' },
    { key: 'services', label: 'Services', to: '/directory' },
    { key: 'things-to-do', label: 'Things to Do', to: thingsToDo },
    { key: 'places-to-stay', label: 'Places to Stay', to: placesToStay },
    { key: 'real-estate', label: 'Real Estate', to: '/real-estate' },
  ];
}
