/** Reasons that keep a claim with staff although the mailbox is at the listing's website. */
import { and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { NIL } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, claims, reversedHost, users } from '#server/db/schema/index.ts';
import { registeredDomain, siteDomain } from '#shared/site-domain.ts';
import { isMailboxOfSite, isOpenMailDomain, mailDomain } from '../mail-domain.ts';
import type { Doubt } from '../staff-contract.ts';
import type { HeldClaim } from './claim-rows.ts';

interface Doubted {
  claimId: string;
  claimant: { id: string; email: string };
  business: Pick<typeof businesses.$inferSelect, 'id' | 'website' | 'websiteBy'>;
}

/**
 * Lists the reasons against an approval by mailbox; empty means that the proof is good. For an approval, the
 * caller holds the locks of claim and business (lockClaim), so that no edit or decision comes in between.
 */
export async function findDoubts(db: Database, { claimId, claimant, business }: Doubted): Promise<Doubt[]> {
  return [
    ...websiteDoubts(business, claimant.email),
    ...((await isSharedDomain(db, business)) ? (['shared_domain'] as const) : []),
    ...(await earlierClaims(db, { claimId, claimant, business })),
    ...((await wasTakenAway(db, business.id)) ? (['taken_away'] as const) : []),
  ];
}

/** True where the claimant's mailbox, once it is confirmed, proves enough for an approval. A claim that is not settled yet needs no id. */
export async function provesByMailbox(
  db: Database,
  { claimId = NIL, claimant, business }: Omit<Doubted, 'claimId'> & { claimId?: string },
): Promise<boolean> {
  if (!isMailboxOfSite(claimant.email, business.website)) return false;
  return (await findDoubts(db, { claimId, claimant, business })).length === 0;
}

/** True where a claim would be approved at once if the claimant confirmed the mailbox. */
export async function waitsForMailbox(
  db: Database,
  { claim, claimant, business }: Pick<HeldClaim, 'claim' | 'claimant' | 'business'>,
): Promise<boolean> {
  if (claimant === null || claimant.emailVerifiedAt !== null || business === null) return false;
  return provesByMailbox(db, { claimId: claim.id, claimant, business });
}

function websiteDoubts({ website, websiteBy }: Doubted['business'], email: string): Doubt[] {
  if (website === null) return [];
  const doubts: Doubt[] = [];
  if (websiteBy === 'owner') doubts.push('website_by_owner');
  if (websiteBy === null) doubts.push('website_by_nobody_known');
  const [site, mail] = [siteDomain(website), mailDomain(email)];
  if (site === null) return doubts;
  // One page among many: every employee of a chain has a mailbox there.
  const { pathname, search } = new URL(website);
  if (pathname !== '/' || search !== '') doubts.push('website_has_path');
  if (mail !== null && site.endsWith(`.${mail}`)) doubts.push('website_below_mailbox');
  return doubts;
}

/**
 * Tells whether another listing, live or hidden, has a website at the same registered domain: a chain, a
 * franchise, a page host.
 */
async function isSharedDomain(db: Database, { id, website }: Doubted['business']): Promise<boolean> {
  const site = siteDomain(website);
  const domain = site === null ? null : registeredDomain(site);
  if (domain === null) return false;
  const reversed = [...domain].reverse().join('');
  const host = reversedHost(businesses.website);
  // '/' is the character after '.', so this range holds all hosts below the domain.
  const isThere = sql`(${host} = ${reversed} or (${host} ~>=~ ${`${reversed}.`} and ${host} ~<~ ${`${reversed}/`}))`;
  const rows = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(isThere, ne(businesses.id, id), inArray(businesses.status, ['approved', 'hidden'])))
    .limit(1);
  return rows.length > 0;
}

/**
 * A held claim on a listing without an owner is one whose ownership has ended and whose plan is being ended.
 */
const outcomes = {
  rejected: 'rejected',
  ended: 'ended',
  approved: 'ended',
  ending: 'ended',
  handed_over: 'ended',
} as const;
const known = Object.keys(outcomes) as (keyof typeof outcomes)[];

async function earlierClaims(db: Database, { claimId, claimant, business }: Doubted): Promise<Doubt[]> {
  const refund = db
    .select({ one: sql`1` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'subscription'),
        eq(auditLog.subjectId, claims.subscriptionId),
        eq(auditLog.action, 'billing.refunded'),
        // A charge that the site gave back by itself says nothing about the person.
        ne(auditLog.actorKind, 'site'),
      ),
    );
  const rows = await db
    .select({
      status: claims.status,
      userId: claims.userId,
      domain: claims.mailDomain,
      email: users.email,
      isRefunded: exists(refund) as SQL<boolean>,
    })
    .from(claims)
    .leftJoin(users, eq(users.id, claims.userId))
    .where(and(eq(claims.businessId, business.id), ne(claims.id, claimId), inArray(claims.status, known)));
  const own = registeredOf(mailDomain(claimant.email));
  const doubts = new Set<Doubt>();
  for (const { status, userId, domain, email, isRefunded } of rows) {
    const outcome = isRefunded ? 'refunded' : outcomes[status as keyof typeof outcomes];
    const domains = [registeredOf(domain), registeredOf(mailDomain(email ?? ''))];
    if (userId === claimant.id) doubts.add(`person_${outcome}`);
    else if (own !== null && domains.includes(own)) doubts.add(`domain_${outcome}`);
  }
  return [...doubts].toSorted();
}

/** The domain of one organization; null for free mail, whose users have nothing in common. */
const registeredOf = (domain: string | null) =>
  domain === null || isOpenMailDomain(domain) ? null : (registeredDomain(domain) ?? domain);

/**
 * Staff have taken the listing from an owner: an audit row by a person, with an owner before and none after.
 */
async function wasTakenAway(db: Database, businessId: string): Promise<boolean> {
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'business'),
        eq(auditLog.subjectId, businessId),
        eq(users.role, 'staff'),
        sql`jsonb_typeof(${auditLog.data} -> 'ownerId') = 'array'`,
        sql`${auditLog.data} -> 'ownerId' ->> 0 is not null`,
        sql`${auditLog.data} -> 'ownerId' ->> 1 is null`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
