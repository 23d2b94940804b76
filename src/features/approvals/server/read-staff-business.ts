import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { type Looks, sameAs } from '#features/businesses/server/find-duplicates.ts';
import { notFound, readEditable } from '#features/businesses/server/own-business.ts';
import { readQuestion } from '#features/listing-questions/server/read-questions.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, categories, claims, users } from '#server/db/schema/index.ts';
import type { LookAlike, StaffBusiness } from '../contract.ts';
import type { Submitter } from '../sender-contract.ts';
import { importBehind, ordersBehind, withDeletedSender } from './read-sender.ts';

const maxLookAlikes = 6;

/** Reads everything on which staff decide, in any state. @throws Problem 'not_found' */
export async function readStaffBusiness(db: Database, id: string, now: Date): Promise<StaffBusiness> {
  const [row] = await db
    .select({
      createdAt: businesses.createdAt,
      updatedAt: businesses.updatedAt,
      approvedAt: businesses.approvedAt,
      featuredByStaff: businesses.featuredByStaff,
      source: businesses.source,
      submittedById: businesses.submittedById,
      owner: { id: users.id, username: users.username, email: users.email },
    })
    .from(businesses)
    .leftJoin(users, eq(users.id, businesses.ownerId))
    .where(eq(businesses.id, id));
  if (row === undefined) throw notFound();
  const business = await readEditable(db, id, now);
  const { submittedById, createdAt, updatedAt, approvedAt, ...rest } = row;
  return {
    ...business,
    ...rest,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    approvedAt: approvedAt?.toISOString() ?? null,
    submitter: submittedById === null ? null : await readSubmitter(db, submittedById),
    order: (await ordersBehind(db, [id])).get(id) ?? null,
    addedBy: await importBehind(db, id),
    isSenderDeleted: (await withDeletedSender(db, [id])).has(id),
    lookAlikes: await findLookAlikes(db, business),
    paidClaims: await readPaidClaims(db, id),
    ...(await readQuestion(db, id)),
  };
}

async function readPaidClaims(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .select({ by: users.username })
    .from(claims)
    .innerJoin(users, eq(users.id, claims.userId))
    .where(and(eq(claims.businessId, id), eq(claims.status, 'in_review'), gt(claims.amountCents, 0)))
    .orderBy(asc(claims.id));
  return rows.map(({ by }) => by);
}

async function readSubmitter(db: Database, id: string): Promise<Submitter | null> {
  const ofStatus = (status: string) =>
    sql<number>`(select count(*)::int from businesses b where b.submitted_by_id = users.id and b.status = ${status})`;
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      bannedAt: users.bannedAt,
      createdAt: users.createdAt,
      approved: ofStatus('approved'),
      rejected: ofStatus('rejected'),
      pending: ofStatus('pending'),
    })
    .from(users)
    .where(eq(users.id, id));
  if (row === undefined) return null;
  const { emailVerifiedAt, bannedAt, createdAt, ...submitter } = row;
  return {
    ...submitter,
    emailVerified: emailVerifiedAt !== null,
    banned: bannedAt !== null,
    since: createdAt.toISOString(),
  };
}

/**
 * Finds listings of any state, also with an owner, with the same name, street address or phone number; most
 * alike first.
 */
async function findLookAlikes(db: Database, looks: Looks): Promise<LookAlike[]> {
  const same = sameAs(looks);
  if (same.isAlike === undefined) return [];
  const rows = await db
    .select({
      id: businesses.id,
      slug: businesses.slug,
      name: businesses.name,
      status: businesses.status,
      address: businesses.address,
      phone: businesses.phone,
      email: businesses.email,
      website: businesses.website,
      categoryName: categories.name,
      owner: users.username,
      sameName: sql<boolean>`${same.name}`,
      sameAddress: sql<boolean>`${same.address}`,
      samePhone: sql<boolean>`${same.phone}`,
      isDuplicate: sql<boolean>`(${same.isLikely} and ${businesses.status} in ('approved', 'hidden'))`,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .leftJoin(users, eq(users.id, businesses.ownerId))
    .where(and(ne(businesses.id, looks.id), same.isAlike))
    .orderBy(
      desc(sql`${same.isLikely}`),
      desc(sql`${same.name}::int + ${same.address}::int + ${same.phone}::int`),
      desc(businesses.id),
    )
    .limit(maxLookAlikes);
  return rows.map(({ sameName, sameAddress, samePhone, ...row }) => {
    const alike: LookAlike['alike'] = [];
    if (sameName) alike.push('name');
    if (sameAddress) alike.push('address');
    if (samePhone) alike.push('phone');
    return { ...row, alike };
  });
}
