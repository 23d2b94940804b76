/** Finds the properties that a file names in words or in OpenStreetMap tags. */
import { nameKey } from '#features/businesses/match-keys.ts';

/** A property of the city pack. */
interface NamedProperty {
  key: string;
  name: string;
  words: readonly string[];
  /** 'delivery=yes|only' */
  osm: readonly string[];
}

export interface PropertyFinder {
  /** Keys for 'Delivery, Wi-Fi; outdoor-seating', and whether a part of it is unknown. */
  byNames(text: string): { keys: string[]; hasUnknown: boolean };
  /** Keys for lines such as 'delivery=yes'. */
  byOsmTags(text: string): string[];
}

/** Values that mean no, or nothing; '*' in a pack stands for all others. */
const noValues = new Set(['no', 'none', 'unknown', 'separate', '']);

/** Returns keys in the order of the list. */
export function propertyFinder(properties: readonly NamedProperty[]): PropertyFinder {
  const keyOfName = new Map<string, string>();
  for (const { key, name, words } of properties) {
    for (const text of [key, name, ...words]) {
      const spelling = nameKey(text);
      if (!keyOfName.has(spelling)) keyOfName.set(spelling, key);
    }
  }
  const inOrder = (keys: ReadonlySet<string>) => properties.map(({ key }) => key).filter((key) => keys.has(key));
  return {
    byNames(text) {
      const parts = text.split(/[,;|]/).map((part) => nameKey(part));
      const found = new Set(parts.flatMap((part) => keyOfName.get(part) ?? []));
      return { keys: inOrder(found), hasUnknown: parts.some((part) => part !== '' && !keyOfName.has(part)) };
    },
    byOsmTags(text) {
      const tags = new Map(
        text.split('\n').map((line) => {
          const at = line.indexOf('=');
          const values = line
            .slice(at + 1)
            .toLowerCase()
            .split(';');
          return [line.slice(0, at).toLowerCase(), values.map((value) => value.trim())] as const;
        }),
      );
      const says = (tag: string) => {
        const at = tag.indexOf('=');
        const values = tags.get(tag.slice(0, at)) ?? [];
        const wanted = tag.slice(at + 1).split('|');
        return values.some((value) => (wanted[0] === '*' ? !noValues.has(value) : wanted.includes(value)));
      };
      return inOrder(new Set(properties.filter(({ osm }) => osm.some(says)).map(({ key }) => key)));
    },
  };
}
