/** One decision on several listings: each is decided as if alone, and all that were decided are undone as one. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { Chosen, DecidedTogether } from '../bulk-contract.ts';
import { approveBusiness, rejectBusiness } from './review-business.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;

export function approveAll(listings: readonly Chosen[], request: Request): Promise<DecidedTogether> {
  return decideEach(request.db, listings, (listing, groupId) =>
    approveBusiness({ ...listing, edits: undefined, confirmed: [], groupId, isUnseen: true }, request),
  );
}

export function rejectAll(
  { listings, ...rejection }: { listings: readonly Chosen[]; reason: string; tell: boolean },
  request: Request,
): Promise<DecidedTogether> {
  return decideEach(request.db, listings, (listing, groupId) =>
    rejectBusiness({ ...listing, ...rejection, groupId }, request),
  );
}

/** A refusal leaves its listing as it is and the others to be decided. */
async function decideEach(
  db: Database,
  listings: readonly Chosen[],
  decide: (listing: Chosen, groupId: string) => Promise<void>,
): Promise<DecidedTogether> {
  const groupId = randomUUID();
  const done: string[] = [];
  const refused: { id: string; why: string }[] = [];
  for (const listing of new Map(listings.map((one) => [one.id, one])).values()) {
    try {
      await decide(listing, groupId);
      done.push(listing.id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id: listing.id, why: error.message });
    }
  }
  const waiting = await stillWaiting(
    db,
    refused.map(({ id }) => id),
  );
  return { groupId, done, refused: refused.map((one) => ({ ...one, waits: waiting.has(one.id) })) };
}

async function stillWaiting(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { id, status } = businesses;
  const rows = await db
    .select({ id })
    .from(businesses)
    .where(and(inArray(id, [...ids]), eq(status, 'pending')));
  return new Set(rows.map((row) => row.id));
}
