import { comparePlaces, haveDifferentIds, type Place, type Verdict, verdicts } from './compare-places.ts';

/** A listing of the site, or one that this batch will add. */
export interface KnownPlace extends Place {
  id: string;
  /** The shown text, which decides between two equally good matches. */
  address: string;
  /** An earlier row of this run was this listing. */
  touched: boolean;
}

/**
 * When more places than this share a loose key, it tells nothing: a chain's switchboard, a mall, an airport.
 */
const maxPerKey = 60;

/** The places that rows of one batch may match, found by any of their keys. */
export class PlaceIndex<P extends KnownPlace> {
  readonly #ids = new Set<string>();
  readonly #byKey = new Map<string, P[]>();

  add(place: P): void {
    if (this.#ids.has(place.id)) return;
    this.#ids.add(place.id);
    if (place.addressKey === '') this.#file(`bare ${place.nameKey}`, place);
    for (const key of exactKeysOf(place)) this.#file(key, place);
    for (const key of [...looseKeysOf(place), `name ${place.nameKey}`]) this.#file(key, place, maxPerKey);
  }

  #file(key: string, place: P, most = Number.POSITIVE_INFINITY): void {
    const list = this.#byKey.get(key);
    if (!list) this.#byKey.set(key, [place]);
    else if (list.length < most) list.push(place);
  }

  /** A listing of the same name that no row of this run was, whatever its address; undefined for none. */
  namesake(row: Place): P | undefined {
    const all = this.#byKey.get(`name ${row.nameKey}`) ?? [];
    return all.find((place) => !place.touched && !haveDifferentIds(row, place));
  }

  /** The best match with its verdict; undefined when all places are different. */
  best(row: Place & { address: string }): { place: P; verdict: Verdict } | undefined {
    const candidates = new Set<P>();
    const byName = row.addressKey === '' ? `name ${row.nameKey}` : `bare ${row.nameKey}`;
    for (const key of [...exactKeysOf(row), ...looseKeysOf(row), byName]) {
      for (const place of this.#byKey.get(key) ?? []) candidates.add(place);
    }
    const holders = row.sourceId === null ? [] : (this.#byKey.get(idKey(row)) ?? []);
    let best: { place: P; verdict: Verdict; rank: number } | undefined;
    for (const place of candidates) {
      const verdict = comparePlaces(row, place, { touched: place.touched, sharesId: holders.length > 1 });
      if (verdict === 'different') continue;
      const exact = place.address === row.address ? 2 : 0;
      const rank = verdicts.indexOf(verdict) * 4 + exact + (place.touched ? 0 : 1);
      if (!best || rank > best.rank || (rank === best.rank && place.id < best.place.id))
        best = { place, verdict, rank };
    }
    return best;
  }
}

const idKey = (place: Place) => `id ${place.source} ${place.sourceId}`;

/**
 * Keys that are always looked up, however many places share them: otherwise a repeated import would add the
 * row again.
 */
function exactKeysOf(place: Place): string[] {
  const keys: string[] = [];
  if (place.sourceId !== null) keys.push(idKey(place));
  if (place.addressKey !== '') keys.push(`same ${place.nameKey} at ${place.addressKey}`);
  return keys;
}

function looseKeysOf(place: Place): string[] {
  const keys: string[] = [];
  if (place.phoneKey !== '') keys.push(`phone ${place.phoneKey}`);
  if (place.addressKey !== '') keys.push(`address ${place.addressKey}`);
  if (/^\d/.test(place.addressKey)) keys.push(`number ${place.nameKey} ${place.addressKey.split(' ', 1)[0]}`);
  return keys;
}
