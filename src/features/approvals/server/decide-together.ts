/** One decision on several listings: each is decided as if alone, and all that were decided are undone as one. */
import { randomUUID } from 'node:crypto';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { DecidedTogether } from '../bulk-contract.ts';
import { approveBusiness, rejectBusiness } from './review-business.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;

interface Chosen {
  id: string;
  version: number;
}

export function approveAll(listings: readonly Chosen[], request: Request): Promise<DecidedTogether> {
  return decideEach(listings, (listing, groupId) =>
    approveBusiness({ ...listing, edits: undefined, confirmed: [], groupId }, request),
  );
}

export function rejectAll(
  { listings, ...rejection }: { listings: readonly Chosen[]; reason: string; tell: boolean },
  request: Request,
): Promise<DecidedTogether> {
  return decideEach(listings, (listing, groupId) => rejectBusiness({ ...listing, ...rejection, groupId }, request));
}

/** A refusal leaves its listing as it is and the others to be decided. */
async function decideEach(
  listings: readonly Chosen[],
  decide: (listing: Chosen, groupId: string) => Promise<void>,
): Promise<DecidedTogether> {
  const groupId = randomUUID();
  const answer: DecidedTogether = { groupId, done: [], refused: [] };
  for (const listing of new Map(listings.map((one) => [one.id, one])).values()) {
    try {
      await decide(listing, groupId);
      answer.done.push(listing.id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      answer.refused.push({ id: listing.id, why: error.message });
    }
  }
  return answer;
}
