/** The levels of a unit for what is near to it, and for what is only of its category: docs/search.md. */
import { all, or, quoted } from './conditions.ts';
import type { KindRow } from './read-words.ts';

export const codes = (kinds: readonly { id: string }[], sign: string) => kinds.map(({ id }) => quoted(`${sign}${id}`));

/** Kinds that say little beside another one of a brand. */
const wideKinds = new Set(['fast_food', 'restaurant']);

/** Kinds whose brands sell a little of everything. */
const storesForAll = new Set(['supermarket', 'department_store', 'warehouse_club', 'variety_store', 'general']);

interface Meant {
  strong: readonly KindRow[];
  weak: readonly KindRow[];
  brand: readonly KindRow[];
  isByTheWay: boolean;
  /** Listings that have it, about. */
  docs: number;
  /** Several words mean it together. */
  isOfWords: boolean;
}

interface Beside {
  /** Texts that have its words, and mean something else. */
  mentions: readonly (string | null)[];
  inCategory: readonly (string | null)[];
}

export function nearLevels(
  { strong, weak, brand, isByTheWay, docs, isOfWords }: Meant,
  { mentions, inCategory }: Beside,
): { four: string | null; five: string | null; isAway: boolean } {
  const isBrand = brand.length > 0 && strong.length === 0;
  // A pizza chain is fast food, too, but other pizza is closer.
  const main = brand.length > 1 ? brand.filter(({ id }) => !wideKinds.has(id)) : brand;
  const isRare = main.every((kind) => kind.docs === 0);
  // For a brand that is not in town others answer. Where many do, those with all of its kinds stand first; where few do, places of a similar kind follow.
  const isAway = isBrand && (docs === 0 || isOfWords);
  const isFew = main.reduce((sum, kind) => sum + kind.docs, 0) < 10;
  const like = strong.length > 0 ? strong : isAway || isRare ? [...main, ...weak] : [];
  const near = like.flatMap((kind) => kind.near.map((id) => quoted(`=${id}`)));
  const own = isBrand ? codes(main, '=') : [];
  const wider = strong.flatMap(({ within }) => (within ? { id: within } : []));
  // A store for all sorts has a pharmacy, but who asks for it takes no clinic.
  const stores = brand.filter(({ id }) => storesForAll.has(id));
  const nearBrand = stores.length > 0 ? stores.flatMap((kind) => kind.near.map((id) => quoted(`=${id}`))) : near;
  if (isAway) {
    const same = all(brand.flatMap(({ id }) => (id === 'restaurant' ? [] : `=${id}`)));
    return { four: or(isFew ? own : [same]), five: or(isFew ? nearBrand : own), isAway };
  }
  const ofWider = [...codes(wider, '='), ...codes(wider, '~')];
  const four = or([...near, ...own, ...ofWider, ...(isByTheWay ? codes(weak, '=') : []), ...mentions]);
  return { four, five: or([...inCategory]), isAway };
}
