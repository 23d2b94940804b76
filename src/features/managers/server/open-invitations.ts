/** Invitations that can still be accepted: found by the mailed link, or by the invited person on the dashboard. */
import { and, arrayContains, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { spentLink } from '#features/accounts/server/former-links.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, listingInvitations, users } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import type { Problem } from '#shared/problem.ts';
import type { OwnInvitation, SentHandOver } from '../contract.ts';
import { readTerms } from './read-terms.ts';

/** The way to an invitation: its mailed link, or its id for the person whose confirmed mailbox is invited. */
export type Named = { token: string } | { id: string; user: SessionUser };

/** An earlier mail's link says so: whoever opens it has the newer mail in the same mailbox. */
async function whyNotOpen(db: Database, named: Named, now: Date): Promise<Problem> {
  if (!('token' in named)) return spentLink(undefined);
  const isFormer = arrayContains(listingInvitations.formerHashes, [hashToken(named.token)]);
  const [newer] = await readOpen(db, isFormer, now);
  return spentLink(newer);
}

const isFor = ({ email, emailVerified }: SessionUser): SQL | undefined =>
  emailVerified ? sql`lower(${listingInvitations.email}) = lower(${email})` : sql`false`;

/** An invitation counts while who sent it still owns the listing. */
function readOpen(db: Database, which: SQL | undefined, now: Date) {
  return db
    .select({ invitation: listingInvitations, business: businesses, owner: users })
    .from(listingInvitations)
    .innerJoin(businesses, eq(businesses.id, listingInvitations.businessId))
    .innerJoin(users, and(eq(users.id, listingInvitations.invitedBy), eq(users.id, businesses.ownerId)))
    .where(and(which, gt(listingInvitations.expiresAt, now), isNull(users.bannedAt)))
    .orderBy(asc(listingInvitations.createdAt), asc(listingInvitations.id));
}

async function findOpen(db: Database, named: Named, now: Date) {
  const which =
    'token' in named
      ? eq(listingInvitations.tokenHash, hashToken(named.token))
      : and(eq(listingInvitations.id, named.id), isFor(named.user));
  const [found] = await readOpen(db, which, now);
  if (found === undefined) throw await whyNotOpen(db, named, now);
  return found;
}

/** Holds the listing until the transaction ends: of two who answer at once, the second finds the invitation gone. @throws Problem 'not_found' */
export async function lockOpen(tx: Database, named: Named, now: Date) {
  const { business: seen } = await findOpen(tx, named, now);
  await tx.select({ id: businesses.id }).from(businesses).where(eq(businesses.id, seen.id)).for('update');
  return findOpen(tx, named, now);
}

/** @throws Problem 'not_found' */
export async function readInvitation(token: string, { db, now }: Pick<Services, 'db' | 'now'>) {
  const { invitation, business, owner } = await findOpen(db, { token }, now());
  const { kind, email } = invitation;
  return {
    business: business.name,
    kind,
    by: owner.username,
    email,
    paid: await paidTime(db, { kind, business }, now()),
  };
}

/** The paid time that goes along with a hand-over. */
async function paidTime(
  db: Database,
  { kind, business: { id, ownerId } }: { kind: 'manager' | 'owner'; business: typeof businesses.$inferSelect },
  now: Date,
): Promise<OwnInvitation['paid']> {
  if (kind === 'manager' || ownerId === null) return null;
  return (await readTerms(db, { businessId: id, ownerId }, now)).paid;
}

/** Invitations that wait for the person's confirmed mailbox, oldest first. */
export async function listOwnInvitations(
  user: SessionUser,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<OwnInvitation[]> {
  const rows = await readOpen(db, isFor(user), now());
  const own: OwnInvitation[] = [];
  for (const { invitation, business, owner } of rows) {
    const { id, kind, expiresAt } = invitation;
    own.push({
      ...{ id, kind, business: business.name, by: owner.username },
      expiresAt: expiresAt.toISOString(),
      paid: await paidTime(db, { kind, business }, now()),
    });
  }
  return own;
}

/** Offers to new owners that can still be accepted, and taken back; oldest first. */
export async function listSentHandOvers(
  user: SessionUser,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<SentHandOver[]> {
  const { kind, invitedBy } = listingInvitations;
  const rows = await readOpen(db, and(eq(invitedBy, user.id), eq(kind, 'owner')), now()).limit(100);
  return rows.map(({ invitation: { id, email, expiresAt }, business }) => ({
    ...{ id, email, expiresAt: expiresAt.toISOString() },
    business: { id: business.id, name: business.name },
  }));
}
