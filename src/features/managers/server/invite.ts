import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { maxFormerLinks } from '#features/accounts/server/former-links.ts';
import { hashToken, newToken } from '#features/accounts/server/opaque-token.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { readLonePremium } from '#features/billing/server/lone-premium.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, listingInvitations, listingManagers, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import type { ListingPeople } from '../contract.ts';
import { notYetForOwner } from '../hand-over-words.ts';
import { mailHandingOver, mailInvitation, mailManagerLeft } from './manager-letters.ts';
import { readTerms } from './read-terms.ts';

const maxPeople = 10;
const lifeMs = { manager: 7 * dayMs, owner: 3 * dayMs };

/** @throws Problem 'signed_out', 'not_found', also for another owner's listing */
export async function readPeople(id: string, { db, user, now }: ApiRequest): Promise<ListingPeople> {
  const present = requireUser(user);
  const [business] = await db
    .select({ id: businesses.id, name: businesses.name, ownerId: businesses.ownerId })
    .from(businesses)
    .where(and(eq(businesses.id, id), mayManage(present.id, 'edit')));
  if (business === undefined) throw notFound();
  const isOwner = business.ownerId === present.id;
  const managers = await db
    .select({ id: users.id, username: users.username, email: users.email, since: listingManagers.createdAt })
    .from(listingManagers)
    .innerJoin(users, eq(users.id, listingManagers.userId))
    .where(and(eq(listingManagers.businessId, id), eq(listingManagers.invitedBy, business.ownerId ?? present.id)))
    .orderBy(asc(listingManagers.createdAt), asc(users.id));
  const invitations = isOwner
    ? await db
        .select()
        .from(listingInvitations)
        .where(
          and(
            eq(listingInvitations.businessId, id),
            eq(listingInvitations.invitedBy, present.id),
            gt(listingInvitations.expiresAt, now()),
          ),
        )
        .orderBy(asc(listingInvitations.id))
    : [];
  return {
    business: { id: business.id, name: business.name },
    isOwner,
    managers: managers.map(({ since, email, ...manager }) => ({
      ...manager,
      email: isOwner ? email : null,
      since: since.toISOString(),
    })),
    invitations: invitations.map(({ id: invitationId, kind, email, expiresAt }) => ({
      ...{ id: invitationId, kind, email },
      expiresAt: expiresAt.toISOString(),
    })),
    handOver: isOwner
      ? {
          ...(await readTerms(db, { businessId: id, ownerId: present.id }, now())),
          lonePremium: await readLonePremium(db, { businessId: id, ownerId: present.id }),
        }
      : { paid: null, notYet: null, lonePremium: null },
  };
}

/** The owner's listing, held until the transaction ends. @throws Problem 'not_found', also for another owner's and a manager's */
async function lockOwn(tx: Database, id: string, userId: string) {
  const [row] = await tx
    .select()
    .from(businesses)
    .where(and(eq(businesses.id, id), mayManage(userId, 'own')))
    .for('update');
  if (row === undefined) throw notFound();
  return row;
}

interface Wish {
  id: string;
  email: string;
  kind: 'manager' | 'owner';
}

/**
 * Mails an invitation, which takes the place of an earlier one to the same mailbox. A listing is offered to one new owner at a time.
 * @returns the mailbox whose earlier link stopped working; null for none
 * @throws Problem 'not_found', 'conflict'
 */
export async function invite({ id, email, kind }: Wish, request: ApiRequest): Promise<string | null> {
  const { db, user, now } = request;
  const present = requireUser(user);
  const at = now();
  return db.transaction(async (tx) => {
    const business = await lockOwn(tx, id, present.id);
    if (!present.emailVerified) {
      throw new Problem('conflict', 'Please confirm your email address first: your account page sends you the link.');
    }
    if (email.toLowerCase() === present.email.toLowerCase()) {
      throw new Problem('conflict', 'This is your own address.', { fields: { email: 'This is your own address' } });
    }
    const { paid, notYet } =
      kind === 'owner'
        ? await readTerms(tx, { businessId: id, ownerId: present.id }, at)
        : { paid: null, notYet: null };
    if (notYet !== null) throw new Problem('conflict', notYetForOwner[notYet]);
    const isReplaced =
      kind === 'owner' ? eq(listingInvitations.kind, kind) : sql`lower(${listingInvitations.email}) = lower(${email})`;
    const former = await tx
      .delete(listingInvitations)
      .where(and(eq(listingInvitations.businessId, id), isReplaced))
      .returning();
    const isOpen = former.filter(({ expiresAt }) => expiresAt > at);
    const toSame = isOpen.filter((one) => one.email.toLowerCase() === email.toLowerCase());
    const formerHashes = toSame.flatMap((one) => [one.tokenHash, ...one.formerHashes]).slice(0, maxFormerLinks);
    const waiting = and(eq(listingInvitations.businessId, id), gt(listingInvitations.expiresAt, at));
    const people =
      (await tx.$count(listingManagers, eq(listingManagers.businessId, id))) +
      (await tx.$count(listingInvitations, waiting));
    if (people >= maxPeople)
      throw new Problem('conflict', `A listing has ${maxPeople} managers and invitations at most.`);
    const token = newToken();
    const expiresAt = new Date(at.getTime() + lifeMs[kind]);
    const values = { businessId: id, kind, email, formerHashes, invitedBy: present.id, createdAt: at, expiresAt };
    await tx.insert(listingInvitations).values({ ...values, tokenHash: hashToken(token) });
    await writeAudit(tx, {
      actorId: present.id,
      action: kind === 'owner' ? 'business.hand-over-started' : 'business.manager-invited',
      subjectType: 'business',
      subjectId: id,
      data: { email },
    });
    const isAgain = toSame.length > 0;
    const invitation = { kind, email, by: present.username, business: business.name, token, paid, isAgain };
    await mailInvitation(tx, invitation, request);
    if (kind === 'owner') {
      const lone = await readLonePremium(tx, { businessId: id, ownerId: present.id });
      await mailHandingOver(tx, present, { business, email, paid, lone }, request);
    }
    return isOpen[0]?.email ?? null;
  });
}

/** @throws Problem 'not_found' */
export async function withdrawInvitation(
  { id, invitationId }: { id: string; invitationId: string },
  { db, user }: ApiRequest,
): Promise<void> {
  const present = requireUser(user);
  await db.transaction(async (tx) => {
    await lockOwn(tx, id, present.id);
    const [gone] = await tx
      .delete(listingInvitations)
      .where(and(eq(listingInvitations.id, invitationId), eq(listingInvitations.businessId, id)))
      .returning();
    if (gone === undefined) throw new Problem('not_found', 'This invitation is not there any more.');
    await writeAudit(tx, {
      actorId: present.id,
      action: 'business.invitation-withdrawn',
      subjectType: 'business',
      subjectId: id,
      data: { email: gone.email },
    });
  });
}

/** Ends a manager's place; both are mailed. @throws Problem 'not_found', also for another owner's listing */
export async function removeManager(
  { id, managerId }: { id: string; managerId: string },
  request: ApiRequest,
): Promise<void> {
  const { db, user } = request;
  const present = requireUser(user);
  await db.transaction(async (tx) => {
    const right = managerId === present.id ? 'edit' : 'own';
    const [business] = await tx
      .select()
      .from(businesses)
      .where(and(eq(businesses.id, id), mayManage(present.id, right)))
      .for('update');
    if (business === undefined) throw notFound();
    const [gone] = await tx
      .delete(listingManagers)
      .where(and(eq(listingManagers.businessId, id), eq(listingManagers.userId, managerId)))
      .returning();
    if (gone === undefined) throw new Problem('not_found', 'This manager is not there any more.');
    const people = await tx.select().from(users).where(sql`${users.id} in (${managerId}, ${gone.invitedBy})`);
    const manager = people.find((person) => person.id === managerId);
    await writeAudit(tx, {
      actorId: present.id,
      action: 'business.manager-removed',
      subjectType: 'business',
      subjectId: id,
      data: { manager: managerId },
    });
    for (const to of people) {
      const told = { business, manager: manager?.username ?? 'Somebody', isManager: to.id === managerId };
      await mailManagerLeft(tx, to, told, request);
    }
  });
}

/** Deletes invitations that have ended. */
export async function sweepInvitations(db: Database, now: Date): Promise<void> {
  await db.delete(listingInvitations).where(lt(listingInvitations.expiresAt, now));
}
