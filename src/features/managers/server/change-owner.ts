/** Staff give a listing to another owner, or to nobody, and may undo it for 30 seconds. */

import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { hasMailbox } from '#features/accounts/server/has-mailbox.ts';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { readLonePremium } from '#features/billing/server/lone-premium.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import { type PassedOn, passClaimsOn, takeClaimsBack } from '#features/claims/server/hand-over-claims.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import {
  businesses,
  claims,
  listingInvitations,
  listingManagers,
  statisticsLetters,
  users,
} from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { openClaimStatuses } from '#shared/claim-statuses.ts';
import { Problem } from '#shared/problem.ts';
import { notYetForStaff } from '../hand-over-words.ts';
import type { getOwnerChange } from '../staff-contract.ts';
import { mailNewOwner } from './manager-letters.ts';
import { readTerms } from './read-terms.ts';
import { tellManagersOfNewOwner } from './tell-managers.ts';

/** The acts after which a listing has another owner. */
const ownerActs = ['business.owner-changed', 'business.handed-over', 'claim.approved'];

interface Change {
  id: string;
  /** The new owner's; '' is nobody. */
  email: string;
  /** Both read it. */
  reason: string;
  /** The owner who was seen; undefined: whoever it is. */
  from?: string | null | undefined;
}

/** The state that an undo puts back. */
interface Before {
  from: string | null;
  to: string | null;
  /** Rows of listing_managers, listing_invitations and statistics_letters as JSON. */
  managers: object[];
  invitations: object[];
  letters: object[];
  /** Missing in what an earlier release noted. */
  claims?: PassedOn[];
}

/** @throws Problem 'invalid', 'conflict' */
async function findNewOwner(tx: Database, email: string): Promise<typeof users.$inferSelect | null> {
  if (email === '') return null;
  const [person] = await tx.select().from(users).where(hasMailbox(email));
  const refuse = (text: string) => new Problem('invalid', text, { fields: { email: text } });
  if (person === undefined) throw refuse('Nobody has signed up with this email yet.');
  if (person.emailVerifiedAt === null) throw refuse('This person has not confirmed the email yet.');
  if (person.bannedAt !== null) throw refuse('This person is banned.');
  return person;
}

/** Somebody waits for a decision; who only goes on with an own listing does not. */
async function hasOpenClaim(db: Database, id: string): Promise<boolean> {
  const isOpen = inArray(claims.status, openClaimStatuses);
  return (await db.$count(claims, and(eq(claims.businessId, id), isOpen, isNull(claims.succeedsId)))) > 0;
}

type Answer = z.infer<(typeof getOwnerChange)['answer']>;

/** For the page, before anybody fills in the form. @throws Problem 'not_found' */
export async function readOwnerChange(db: Database, id: string, now: Date): Promise<Answer> {
  const [business] = await db.select({ ownerId: businesses.ownerId }).from(businesses).where(eq(businesses.id, id));
  if (business === undefined) throw notFound();
  const { ownerId } = business;
  if (await hasOpenClaim(db, id)) return { first: 'open-claim', paid: null };
  if (ownerId === null) return { first: null, paid: null };
  const { paid, notYet } = await readTerms(db, { businessId: id, ownerId }, now);
  return { first: notYet, paid };
}

/** @throws Problem 'conflict' */
async function refuseWhileOpen(tx: Database, { id, email }: Change, now: Date): Promise<void> {
  const { first, paid } = await readOwnerChange(tx, id, now);
  if (first === 'open-claim') {
    throw new Problem('conflict', 'Somebody has claimed this listing. Please decide on the claim first.');
  }
  if (first !== null) throw new Problem('conflict', notYetForStaff[first]);
  if (paid !== null && email === '') {
    const how = 'To take it from its owner, give all of the last payment back first, under Billing.';
    throw new Problem('conflict', `Its owner has paid for it, and nobody would have what is paid. ${how}`);
  }
}

/** @throws Problem 'not_found', 'conflict', 'invalid' */
export async function changeOwner(change: Change, request: ApiRequest): Promise<{ owner: string | null }> {
  const { id, email, reason } = change;
  const actor = requireUser(request.user);
  const at = request.now();
  return request.db.transaction(async (tx) => {
    const [business] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
    if (business === undefined) throw notFound();
    if (change.from !== undefined && change.from !== business.ownerId) {
      const acts = { subjectType: 'business', subjectId: id, actions: ownerActs };
      const first = await wasFirst(tx, acts, 'changed its owner', request);
      throw new Problem('conflict', `${first.message} Look at it again.`);
    }
    const owner = await findNewOwner(tx, email);
    if ((owner?.id ?? null) === business.ownerId) {
      throw new Problem('conflict', owner ? `${owner.username} owns it already.` : 'Nobody owns it already.');
    }
    await refuseWhileOpen(tx, change, at);
    const [former] = await tx.select().from(users).where(sql`${users.id} = ${business.ownerId}`);
    const passed =
      former && owner
        ? await passClaimsOn(
            tx,
            {
              businessId: id,
              fromId: former.id,
              toId: owner.id,
              by: 'staff',
              actorId: actor.id,
              startAfter: mailAfterUndo(at),
            },
            { ...request, now: () => at },
          )
        : null;
    await tx
      .update(businesses)
      .set({ ownerId: owner?.id ?? null, updatedAt: at })
      .where(eq(businesses.id, id));
    const startAfter = mailAfterUndo(at);
    const out = { business, newOwnerId: owner?.id ?? null, startAfter };
    const left = await tellManagersOfNewOwner(tx, out, request);
    const before: Before = {
      from: business.ownerId,
      to: owner?.id ?? null,
      managers: await takeRows(tx, 'listing_managers', id),
      invitations: await takeRows(tx, 'listing_invitations', id),
      letters: await takeRows(tx, 'statistics_letters', id),
      claims: passed?.before ?? [],
    };
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'business.owner-changed',
      subjectType: 'business',
      subjectId: id,
      data: {
        ...{ name: business.name, ownerId: [before.from, before.to], reason },
        ...(left.ids.length > 0 ? { managers: left.ids } : {}),
      },
    });
    const paid = passed?.paid ?? null;
    const lone = former ? await readLonePremium(tx, { businessId: id, ownerId: former.id }) : null;
    const told = { business, owner: owner?.username ?? '', reason, paid, lone, startAfter };
    const mails = [
      former ? await mailNewOwner(tx, former, { ...told, isOwner: false }, request) : null,
      owner ? await mailNewOwner(tx, owner, { ...told, isOwner: true }, request) : null,
      ...left.mails,
    ];
    await noteAct(tx, { kind: 'owner', actorId: actor.id, subjectId: id, before, mails, at });
    await followPremium(tx, id);
    await announceChange(tx, ['businesses', `business:${id}`]);
    return { owner: owner?.username ?? null };
  });
}

type PeopleTable = 'listing_managers' | 'listing_invitations' | 'statistics_letters';

/** Deletes the rows of the listing and returns them. */
async function takeRows(tx: Database, table: PeopleTable, id: string): Promise<object[]> {
  const { rows } = await tx.execute<{ row: object }>(
    sql`delete from ${sql.identifier(table)} t where business_id = ${id} returning to_jsonb(t) as row`,
  );
  return rows.map(({ row }) => row);
}

async function putRows(tx: Database, table: PeopleTable, rows: object[]): Promise<void> {
  const name = sql.identifier(table);
  await tx.execute(
    sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb) on conflict do nothing`,
  );
}

/** @throws Problem 'conflict' when the listing has changed hands since */
export async function undoOwnerChange(
  tx: Database,
  { id, given, actorId }: { id: string; given: object; actorId: string },
  context: Pick<ApiRequest, 'city' | 'env' | 'now'>,
): Promise<{ name: string }> {
  const now = context.now();
  const before = given as Before;
  const [business] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
  const people = await tx.$count(users, sql`${users.id} = ${before.from}`);
  if (business?.ownerId !== before.to || (before.from !== null && people === 0)) {
    throw new Problem('conflict', 'It has been changed since. Please look at its history.');
  }
  await takeClaimsBack(tx, before.claims ?? [], actorId, context);
  await tx.delete(listingManagers).where(eq(listingManagers.businessId, id));
  await tx.delete(listingInvitations).where(eq(listingInvitations.businessId, id));
  await tx.delete(statisticsLetters).where(eq(statisticsLetters.businessId, id));
  await tx.update(businesses).set({ ownerId: before.from, updatedAt: now }).where(eq(businesses.id, id));
  await putRows(tx, 'listing_managers', before.managers);
  await putRows(tx, 'listing_invitations', before.invitations);
  await putRows(tx, 'statistics_letters', before.letters);
  await followPremium(tx, id);
  await announceChange(tx, ['businesses', `business:${id}`]);
  return { name: business.name };
}
