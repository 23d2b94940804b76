/** Finds the people whom staff answer first: those with a premium listing (docs/product-rules.md#answered-first). */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** True for the account that owns a premium listing. `userId` may be null. */
export function hasPremium(userId: SQLWrapper, now: Date): SQL<boolean> {
  return sql<boolean>`exists (
    select 1 from businesses premium
    where premium.owner_id = ${userId} and premium.premium_expires_at > ${now.toISOString()}::timestamptz)`;
}

/** The same by a mailbox that somebody typed: it earns the better place, and proves nothing. */
export function mailboxHasPremium(email: SQLWrapper, now: Date): SQL<boolean> {
  return hasPremium(sql`(select person.id from users person where lower(person.email) = lower(${email}))`, now);
}
