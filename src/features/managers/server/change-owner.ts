/** Staff give a listing to another owner, or to nobody, and may undo it for 30 seconds. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
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
import { Problem } from '#shared/problem.ts';
import { hasPaidClaim } from './invite.ts';
import { mailNewOwner } from './manager-letters.ts';

interface Change {
  id: string;
  /** The new owner's; '' is nobody. */
  email: string;
  /** Both read it. */
  reason: string;
}

/** The state that an undo puts back. */
interface Before {
  from: string | null;
  to: string | null;
  /** Rows of listing_managers, listing_invitations and statistics_letters as JSON. */
  managers: object[];
  invitations: object[];
  letters: object[];
}

/** @throws Problem 'invalid', 'conflict' */
async function findNewOwner(tx: Database, email: string): Promise<typeof users.$inferSelect | null> {
  if (email === '') return null;
  const [person] = await tx.select().from(users).where(sql`lower(${users.email}) = lower(${email})`);
  const refuse = (text: string) => new Problem('invalid', text, { fields: { email: text } });
  if (person === undefined) throw refuse('Nobody has signed up with this email yet.');
  if (person.emailVerifiedAt === null) throw refuse('This person has not confirmed the email yet.');
  if (person.bannedAt !== null) throw refuse('This person is banned.');
  return person;
}

/** Money or a claim depends on who owns it. */
async function claimFirst(db: Database, id: string): Promise<'paid-claim' | 'open-claim' | null> {
  if (await hasPaidClaim(db, id)) return 'paid-claim';
  const open = and(eq(claims.businessId, id), inArray(claims.status, ['pending', 'in_review']));
  return (await db.$count(claims, open)) > 0 ? 'open-claim' : null;
}

/** For the page, before anybody fills in the form. @throws Problem 'not_found' */
export async function readOwnerChange(
  db: Database,
  id: string,
): Promise<{ first: Awaited<ReturnType<typeof claimFirst>> }> {
  if ((await db.$count(businesses, eq(businesses.id, id))) === 0) throw notFound();
  return { first: await claimFirst(db, id) };
}

/** @throws Problem 'conflict' */
async function refuseWhileClaimed(tx: Database, id: string): Promise<void> {
  const first = await claimFirst(tx, id);
  if (first === 'paid-claim') {
    const how = 'It ends under Billing, when all of the last payment is given back.';
    throw new Problem('conflict', `A paid claim runs for this listing. ${how} Then come back.`);
  }
  if (first === 'open-claim') {
    throw new Problem('conflict', 'Somebody has claimed this listing. Please decide on the claim first.');
  }
}

/** @throws Problem 'not_found', 'conflict', 'invalid' */
export async function changeOwner(
  { id, email, reason }: Change,
  request: ApiRequest,
): Promise<{ owner: string | null }> {
  const actor = requireUser(request.user);
  const at = request.now();
  return request.db.transaction(async (tx) => {
    const [business] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
    if (business === undefined) throw notFound();
    const owner = await findNewOwner(tx, email);
    if ((owner?.id ?? null) === business.ownerId) {
      throw new Problem('conflict', owner ? `${owner.username} owns it already.` : 'Nobody owns it already.');
    }
    await refuseWhileClaimed(tx, id);
    const [former] = await tx.select().from(users).where(sql`${users.id} = ${business.ownerId}`);
    await tx
      .update(businesses)
      .set({ ownerId: owner?.id ?? null, updatedAt: at })
      .where(eq(businesses.id, id));
    const before: Before = {
      from: business.ownerId,
      to: owner?.id ?? null,
      managers: await takeRows(tx, 'listing_managers', id),
      invitations: await takeRows(tx, 'listing_invitations', id),
      letters: await takeRows(tx, 'statistics_letters', id),
    };
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'business.owner-changed',
      subjectType: 'business',
      subjectId: id,
      data: { name: business.name, ownerId: [before.from, before.to], reason },
    });
    const told = { business, owner: owner?.username ?? '', reason, startAfter: mailAfterUndo(at) };
    const mails = [
      former ? await mailNewOwner(tx, former, { ...told, isOwner: false }, request) : null,
      owner ? await mailNewOwner(tx, owner, { ...told, isOwner: true }, request) : null,
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
export async function undoOwnerChange(tx: Database, id: string, given: object, now: Date): Promise<{ name: string }> {
  const before = given as Before;
  const [business] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
  const people = await tx.$count(users, sql`${users.id} = ${before.from}`);
  if (business?.ownerId !== before.to || (before.from !== null && people === 0)) {
    throw new Problem('conflict', 'It has been changed since. Please look at its history.');
  }
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
