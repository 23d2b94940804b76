import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { addressKey, nameKey, phoneKey } from '#features/businesses/match-keys.ts';
import { notFound, readEditable } from '#features/businesses/server/own-business.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, categories, users } from '#server/db/schema/index.ts';
import type { LookAlike, StaffBusiness, Submitter } from '../contract.ts';

const mostLookAlikes = 6;

/** Everything that staff decide by, whatever the state. @throws Problem 'not_found' */
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
    lookAlikes: await findLookAlikes(db, business),
  };
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

interface Looks {
  id: string;
  name: string;
  address: string | null;
  phone: string | null;
}

/** Of any state, also with an owner: the same name, street address or phone number. Most alike first. */
async function findLookAlikes(db: Database, { id, name, address, phone }: Looks): Promise<LookAlike[]> {
  const place = addressKey(address ?? '');
  const keys = { name: nameKey(name), address: /^\d/.test(place) ? place : '', phone: phoneKey(phone ?? '') };
  const same: Record<LookAlike['alike'][number], SQL> = {
    name: sql`(${keys.name} <> '' and coalesce(${businesses.nameKey} = ${keys.name}, false))`,
    address: sql`(${keys.address} <> '' and coalesce(${businesses.addressKey} = ${keys.address}, false))`,
    phone: sql`(${keys.phone} <> '' and coalesce(right(regexp_replace(${businesses.phone}, '\\D', '', 'g'), 10) = ${keys.phone}, false))`,
  };
  // One clause for each index; those for keys that say nothing are left out.
  const clauses: (SQL | undefined)[] = [
    keys.name === '' ? undefined : eq(businesses.nameKey, keys.name),
    keys.address === '' ? undefined : eq(businesses.addressKey, keys.address),
    keys.phone === ''
      ? undefined
      : sql`(${businesses.phone} is not null and right(regexp_replace(${businesses.phone}, '\\D', '', 'g'), 10) = ${keys.phone})`,
  ];
  const isAlike = or(...clauses);
  if (isAlike === undefined) return [];
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
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .leftJoin(users, eq(users.id, businesses.ownerId))
    .where(and(ne(businesses.id, id), isAlike))
    .orderBy(desc(sql`${same.name}::int + ${same.address}::int + ${same.phone}::int`), desc(businesses.id))
    .limit(mostLookAlikes);
  return rows.map(({ sameName, sameAddress, samePhone, ...row }) => {
    const alike: LookAlike['alike'] = [];
    if (sameName) alike.push('name');
    if (sameAddress) alike.push('address');
    if (samePhone) alike.push('phone');
    return { ...row, alike };
  });
}
