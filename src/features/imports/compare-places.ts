/** Decides whether a row of a file and a listing are the same place. */
import type { AddressParts } from '#features/businesses/address-parts.ts';

/** A row or a listing in the form for comparison; addressKey is '' when it has no street. */
export interface Place {
  nameKey: string;
  addressKey: string;
  /** Computed on first use: most candidates are told apart without it. */
  parts(): AddressParts;
  phoneKey: string;
  website: string | null;
  latitude: number | null;
  longitude: number | null;
  source: string | null;
  sourceId: string | null;
}

/** Other facts about a listing that the run compares. */
interface Standing {
  /** An earlier row of this run was this listing. */
  touched: boolean;
  /** Several listings have this source and id, so the id names no single place. */
  sharesId: boolean;
}

/**
 * id: source, id and place agree. address: name and address agree. contact: name and phone or website agree,
 * and the address does not contradict. moved: source and id agree, the address within the town does not.
 * possible: somebody should check. different: two places.
 */
export const verdicts = ['different', 'possible', 'moved', 'contact', 'address', 'id'] as const;
export type Verdict = (typeof verdicts)[number];

/** The coordinates of one door in two sources differ by as much as a parking lot. */
const nearMeters = 150;
const sameTownMeters = 30_000;

function meters(a: Place, b: Place): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return null;
  const perDegree = 111_320;
  const north = (a.latitude - b.latitude) * perDegree;
  const east = (a.longitude - b.longitude) * perDegree * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** Null when neither says enough. */
function sameTown(a: AddressParts, b: AddressParts): boolean | null {
  if (a.zip !== '' && a.zip === b.zip) return true;
  if (a.region !== '' && b.region !== '' && a.region !== b.region) return false;
  if (a.city !== '' && b.city !== '') return a.city === b.city;
  if (a.zip !== '' && b.zip !== '') return false;
  return null;
}

type AddressRelation = 'same' | 'other_unit' | 'same_number' | 'unknown' | 'different';

function compareAddresses(a: Place, b: Place): AddressRelation {
  const [first, second] = [a.parts(), b.parts()];
  if (sameTown(first, second) === false) return 'different';
  if (a.addressKey === '' || b.addressKey === '') return 'unknown';
  if (a.addressKey === b.addressKey) {
    return first.unit !== '' && second.unit !== '' && first.unit !== second.unit ? 'other_unit' : 'same';
  }
  return first.number !== '' && first.number === second.number ? 'same_number' : 'different';
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at < text.length - 1; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}

/**
 * Compares names of places or streets: one begins with the other, or most pairs of letters agree (Dice's
 * coefficient of 0.6).
 */
function areNamesAlike(a: string, b: string): boolean {
  const [first, second] = [a.replaceAll(' ', ''), b.replaceAll(' ', '')];
  const shorter = Math.min(first.length, second.length);
  if (shorter >= 5 && (first.startsWith(second) || second.startsWith(first))) return true;
  const pairs = pairsOf(first);
  const others = pairsOf(second);
  let shared = 0;
  for (const pair of others) if (pairs.has(pair)) shared++;
  return 2 * shared >= 0.6 * (pairs.size + others.size) && shared > 0;
}

/** Ids tell places apart only within one source. */
export function haveDifferentIds(a: Place, b: Place): boolean {
  return a.source === b.source && a.sourceId !== null && b.sourceId !== null && a.sourceId !== b.sourceId;
}

/**
 * A name alone never makes two places one, and neither does a website or number that a whole chain shares.
 */
export function comparePlaces(row: Place, listing: Place, standing: Standing): Verdict {
  const address = compareAddresses(row, listing);
  const distance = meters(row, listing);
  const sameName = row.nameKey === listing.nameKey;
  const samePhone = row.phoneKey !== '' && row.phoneKey === listing.phoneKey;

  if (row.sourceId !== null && row.source === listing.source && row.sourceId === listing.sourceId) {
    if (address === 'same') return 'id';
    if (!standing.touched && !standing.sharesId) {
      const inTown =
        address !== 'different' ||
        sameTown(row.parts(), listing.parts()) === true ||
        (distance !== null && distance < sameTownMeters);
      if (sameName && (inTown || samePhone)) return 'moved';
      if (address === 'other_unit') return 'moved';
    }
  }

  if (sameName) {
    if (address === 'same') return 'address';
    const near = distance !== null && distance <= nearMeters;
    const apart = distance !== null && !near;
    const sameContact = samePhone || (row.website !== null && row.website === listing.website);
    if (address === 'same_number' && sameContact && !apart) return 'contact';
    if (address === 'unknown' && !haveDifferentIds(row, listing)) {
      if ((sameContact && !apart) || near) return 'contact';
      if (!apart) return 'possible';
    }
    const alike =
      address === 'other_unit' ||
      (address === 'same_number' && areNamesAlike(row.parts().streetKey, listing.parts().streetKey));
    return (alike || near) && !haveDifferentIds(row, listing) ? 'possible' : 'different';
  }
  if (address === 'same' && areNamesAlike(row.nameKey, listing.nameKey)) return 'possible';
  return samePhone && address !== 'different' ? 'possible' : 'different';
}
