import { findLinkToken } from '#features/accounts/server/link-tokens.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { listOwnClaims } from './read-claims.ts';

/**
 * Lists the claims that wait only for the mailbox that this link confirms.
 * @throws Problem 'too_many_requests' for an address that tries many links
 */
export async function claimsOfLink(
  token: string,
  { db, clientAddress, now }: ApiRequest,
): Promise<{ business: string; amountCents: number }[]> {
  const at = now();
  const link = await findLinkToken(db, token, at);
  // Somebody may be guessing.
  if (link === null) await takeFromLimit(db, 'link-address', clientAddress, at);
  if (link?.purpose !== 'verify-email') return [];
  const claims = await listOwnClaims(db, { userId: link.userId, now: at });
  return claims
    .filter(({ status, isMailboxEnough }) => status === 'in_review' && isMailboxEnough)
    .map(({ business, amountCents }) => ({ business: business.name, amountCents }));
}
