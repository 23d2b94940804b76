import { and, desc, eq, isNull } from 'drizzle-orm';
import { countGuess } from '#features/accounts/server/count-useless-link.ts';
import { findLinkToken } from '#features/accounts/server/link-tokens.ts';
import { mailboxOfLink } from '#features/accounts/server/mailbox-of-link.ts';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import type { ClaimOfLink } from '../contract.ts';
import { provesByMailbox } from './find-doubts.ts';

/**
 * Lists the claims that wait only for the mailbox that this link confirms.
 * @throws Problem 'too_many' for an address that tries many links
 */
export async function claimsOfLink(token: string, request: ApiRequest): Promise<ClaimOfLink[]> {
  const { db, now } = request;
  const link = await findLinkToken(db, token, now());
  if (link === null) await countGuess(request);
  const mailbox = link && (await mailboxOfLink(db, link));
  if (mailbox === null) return [];
  const { userId, email, isAtOnce } = mailbox;
  const { id, name, website, websiteBy } = businesses;
  const waiting = await db
    .select({ claimId: claims.id, amountCents: claims.amountCents, business: { id, name, website, websiteBy } })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .innerJoin(users, eq(users.id, claims.userId))
    .where(and(eq(claims.userId, userId), eq(claims.status, 'in_review'), isNull(users.bannedAt)))
    .orderBy(desc(claims.id))
    .limit(100);
  const proven: ClaimOfLink[] = [];
  for (const { claimId, amountCents, business } of waiting) {
    if (await provesByMailbox(db, { claimId, claimant: { id: userId, email }, business })) {
      proven.push({ business: business.name, amountCents, isAtOnce });
    }
  }
  return proven;
}
