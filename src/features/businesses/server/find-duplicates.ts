/** Listings that look like another one, and those that are most likely the same place. */
import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { addressKey, nameKey, phoneKey } from '../match-keys.ts';

type BusinessStatus = (typeof businesses.$inferSelect)['status'];

/** findDuplicates returns at most this many: more would not help staff to decide. */
const maxDuplicates = 6;

export interface Looks {
  id: string;
  name: string;
  address: string | null;
  phone: string | null;
}

/** Names of one place share at least this much of their letters, three by three: 'Blue Heron Cup', 'Blue Heron Coffee Cup'. */
const alikeNames = sql.raw('0.4');

interface SameAs {
  name: SQL;
  /** The same house; a street alone says nothing. */
  address: SQL;
  phone: SQL;
  /** Same name, and same address or phone. */
  isDuplicate: SQL;
  /** That, or the same phone and a name that is much alike: staff are asked. */
  isLikely: SQL;
  /** Any of the three, in one clause for each index; undefined: nothing is known to compare by. */
  isAlike: SQL | undefined;
}

/** Conditions on a row of businesses. Each is true or false, never null. */
export function sameAs({ name, address, phone }: Omit<Looks, 'id'>): SameAs {
  const place = addressKey(address ?? '');
  const keys = { name: nameKey(name), house: /^\d/.test(place) ? place : '', phone: phoneKey(phone ?? '') };
  const digits = sql`right(regexp_replace(${businesses.phone}, '\\D', '', 'g'), 10)`;
  const isSame = (column: SQL | AnyPgColumn, key: string) =>
    key === '' ? sql`false` : sql`coalesce(${column} = ${key}, false)`;
  const same = {
    name: isSame(businesses.nameKey, keys.name),
    address: isSame(businesses.addressKey, keys.house),
    phone: isSame(digits, keys.phone),
  };
  // With the same name, the same street or square is enough.
  const isDuplicate = sql`(${same.name} and (${isSame(businesses.addressKey, place)} or ${same.phone}))`;
  const isLikely =
    keys.name === ''
      ? isDuplicate
      : sql`(${isDuplicate} or (${same.phone} and similarity(coalesce(${businesses.nameKey}, ''), ${keys.name}) > ${alikeNames}))`;
  const clauses = [
    keys.name === '' ? undefined : eq(businesses.nameKey, keys.name),
    keys.house === '' ? undefined : eq(businesses.addressKey, keys.house),
    keys.phone === '' ? undefined : sql`(${businesses.phone} is not null and ${digits} = ${keys.phone})`,
  ];
  return { ...same, isDuplicate, isLikely, isAlike: or(...clauses) };
}

interface Duplicate {
  id: string;
  slug: string;
  name: string;
  address: string;
  status: BusinessStatus;
}

/** Listings in one of the states that are most likely the same place, oldest first. */
async function findDuplicates(db: Database, { looks, states, isWide }: Showing): Promise<Duplicate[]> {
  const key = nameKey(looks.name);
  if (key === '') return [];
  const same = sameAs(looks);
  const { id, slug, name, address, status } = businesses;
  return db
    .select({ id, slug, name, address, status })
    .from(businesses)
    .where(
      and(
        ...(isWide ? [same.isAlike, same.isLikely] : [eq(businesses.nameKey, key), same.isDuplicate]),
        ne(businesses.id, looks.id),
        inArray(businesses.status, [...states]),
      ),
    )
    .orderBy(asc(businesses.id))
    .limit(maxDuplicates);
}

/** As the index has them. */
const digits = (alias: string) => sql.raw(`right(regexp_replace(${alias}.phone, '\\D', '', 'g'), 10)`);

/** A value that two listings have in common. */
type Sign = 'name' | 'address' | 'phone';

/** Values that the listings have in common with others that are here or wait, too: each may be a duplicate. Keyed by listing. */
export async function signsAmong(db: Database, ids: readonly string[]): Promise<Map<string, Sign[]>> {
  if (ids.length === 0) return new Map();
  const isThere = (same: SQL) => sql`exists (
    select from businesses other where other.id <> given.id and other.status in ('approved', 'hidden', 'pending') and ${same})`;
  const { rows } = await db.execute<Record<Sign, boolean> & { id: string }>(sql`
    select given.id, ${isThere(sql`other.name_key = given.name_key and other.name_key <> ''`)} as name,
      ${isThere(sql`other.address_key = given.address_key and given.address_key ~ '^[0-9]'`)} as address,
      ${isThere(sql`other.phone is not null and ${digits('other')} = ${digits('given')} and length(${digits('given')}) >= 7`)} as phone
    from businesses given where given.id = any(${sql.param([...ids])}::uuid[])`);
  const signs = ['name', 'address', 'phone'] as const;
  return new Map(rows.map((row) => [row.id, signs.filter((sign) => row[sign])]));
}

/** The given listings that most likely are here already (SameAs.isLikely). */
export async function duplicatesAmong(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select given.id from businesses given where given.id = any(${sql.param([...ids])}::uuid[]) and exists (
      select from businesses other
      where other.name_key = given.name_key and other.name_key <> '' and other.id <> given.id and other.status in ('approved', 'hidden')
        and (other.address_key = given.address_key and other.address_key <> '' or ${digits('other')} = ${digits('given')} and ${digits('given')} <> '')
      union all
      select from businesses other
      where other.phone is not null and ${digits('other')} = ${digits('given')} and length(${digits('given')}) >= 7
        and other.id <> given.id and other.status in ('approved', 'hidden')
        and similarity(other.name_key, given.name_key) > ${alikeNames})`);
  return new Set(rows.map(({ id }) => id));
}

interface Showing {
  /** As the business will be shown. */
  looks: Looks;
  /** A listing in one of these states counts as existing. */
  states: readonly BusinessStatus[];
  /** Ids of the duplicates that staff have seen and accept. */
  confirmed: readonly string[];
  /** Listings with the same phone and a name much alike count, too: nobody has looked at it in the queue. */
  isWide?: boolean;
}

/**
 * Runs before staff let a business be seen. Businesses of one name come one after the other from here to the end of the
 * transaction, so of two duplicates that are approved at once the second one is noticed. Answers the ids that were accepted.
 * @throws Problem 'conflict' naming the listing that is there; `fields.confirm` holds the ids to be confirmed
 */
export async function refuseDuplicate(tx: Database, showing: Showing): Promise<string[]> {
  const { looks, confirmed } = showing;
  const key = nameKey(looks.name);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`business-name:${key}`}, 0))`);
  const duplicates = await findDuplicates(tx, showing);
  const [first] = duplicates.filter(({ id }) => !confirmed.includes(id));
  const ids = duplicates.map(({ id }) => id);
  if (first === undefined) return ids;
  const where = first.status === 'approved' ? `/business/${first.slug}` : 'hidden right now';
  const place = first.address === '' ? '' : `, ${first.address}`;
  throw new Problem(
    'conflict',
    `This looks like a listing that is here already: ${first.name}${place} (${where}). Please confirm that both should be listed.`,
    { fields: { confirm: ids.join(', ') } },
  );
}
