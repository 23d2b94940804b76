/** Decides for each row of a batch whether it is a listing of the site, an earlier row, or new. */
import type { Place } from './compare-places.ts';
import type { ImportRow } from './import-row.ts';
import { isFromElsewhere, type Listing, newListing, saysOtherwise, takeOver } from './listing.ts';
import { PlaceIndex } from './place-index.ts';

export interface PossibleDuplicate {
  line: number;
  name: string;
  address: string;
  otherName: string;
  otherAddress: string;
  /** The listing that was there before; missing for one that this run has met before. */
  otherId?: string;
  /** True when both are listed now; false when the row was taken for the other and not added. */
  added: boolean;
}

export interface Matches {
  added: Listing[];
  /** Existing listings to be written, without unchanged ones. */
  updated: Listing[];
  /** Ids of the listings that rows of this batch matched. */
  touched: Set<string>;
  rows: { added: number; updated: number; unchanged: number; skipped: number };
  duplicates: PossibleDuplicate[];
  /**
   * The listings that have all that their row says, by the row's place in the batch. Those with an owner have not: without the owner, the
   * row would say more.
   */
  listings: { at: number; listing: Listing }[];
  /** Lines of rows that say something else than the owner of their listing, which stays. */
  ownedLines: number[];
}

/** @param known every listing that shares a key with one of the rows @param nextId makes ids for new listings */
export function matchBusinesses(
  rows: readonly { row: ImportRow; place: Place }[],
  known: readonly Listing[],
  nextId: () => string,
): Matches {
  const index = new PlaceIndex<Listing>();
  for (const listing of known) index.add(listing);
  const matches: Matches = {
    added: [],
    updated: [],
    touched: new Set(),
    rows: { added: 0, updated: 0, unchanged: 0, skipped: 0 },
    duplicates: [],
    listings: [],
    ownedLines: [],
  };
  for (const [at, { row, place }] of rows.entries()) {
    const best = index.best({ ...place, address: row.address });
    const other = best?.place;
    const isSame = best !== undefined && best.verdict !== 'possible';
    // A name alone makes no two places one: the row is added, and staff learn of the other.
    const like = other ?? index.namesake(place);
    if (like && (!isSame || like.touched || isFromElsewhere(like, place))) {
      const { line, name, address } = row;
      const known = like.touched ? {} : { otherId: like.id };
      const pair = { line, name, address, otherName: like.name, otherAddress: like.address, ...known };
      matches.duplicates.push({ ...pair, added: !isSame });
    }
    if (!other || !isSame) {
      const listing = newListing(nextId(), row);
      index.add(listing);
      matches.added.push(listing);
      matches.touched.add(listing.id);
      matches.rows.added++;
      matches.listings.push({ at, listing });
      continue;
    }
    const wasTouched = other.touched;
    const wasElsewhere = isFromElsewhere(other, place);
    const changed = takeOver(other, row, place);
    if (changed && other.slug !== null && !other.changed) matches.updated.push(other);
    if (other.owned && !wasTouched && saysOtherwise(other, row)) matches.ownedLines.push(row.line);
    other.changed ||= changed;
    other.touched = true;
    matches.touched.add(other.id);
    if (!wasTouched && !wasElsewhere && !other.owned) matches.listings.push({ at, listing: other });
    if (wasTouched) matches.rows.skipped++;
    else if (changed) matches.rows.updated++;
    else if (wasElsewhere) matches.rows.skipped++;
    else matches.rows.unchanged++;
  }
  return matches;
}
