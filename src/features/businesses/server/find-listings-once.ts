/** A page asks for its list and for the facts around it in one moment: one ranking answers both. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#server/db/client.ts';
import { type Ask, type Found, findListings, type Wanted, writeAsk } from './search/find-listings.ts';

/** The parts of a page are asked for within milliseconds. */
const maxApartMs = 1_000;

interface Waiting {
  wanted: Wanted;
  now: Date;
  found: Promise<Found>;
}

/** Rankings about to be asked of each database, by their ask. */
const waitingFor = new WeakMap<Database, Map<string, Waiting>>();

/** Both parts fit into one ranking: counts come only with the first page. */
function together(one: Wanted, other: Wanted): Wanted | null {
  if (one.page && other.page) return null;
  const page = one.page ?? other.page;
  const counts = one.counts ?? other.counts;
  return counts && page && page.offset > 0 ? null : { page, counts };
}

/** As findListings, once for those who ask for the same in the same turn of the event loop. */
export function findListingsOnce(db: Database, asked: Ask, wanted: Wanted): Promise<Found> {
  const { now, choices } = asked;
  const ask = writeAsk(asked);
  const waiting = waitingFor.get(db) ?? new Map<string, Waiting>();
  waitingFor.set(db, waiting);
  const known = waiting.get(ask);
  const isNow = known && Math.abs(known.now.getTime() - now.getTime()) < maxApartMs;
  const both = isNow && together(known.wanted, wanted);
  if (both) {
    known.wanted = both;
    return known.found;
  }
  const own: Waiting = { wanted, now, found: find() };
  async function find(): Promise<Found> {
    await setImmediate();
    if (waiting.get(ask) === own) waiting.delete(ask);
    return await findListings(db, ask, own.wanted, { now, near: choices.near });
  }
  waiting.set(ask, own);
  return own.found;
}
