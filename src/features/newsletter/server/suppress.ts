/**
 * Addresses that get no newsletter. They are stored as a keyed hash, which PostgreSQL computes, so that lists
 * are matched in one query.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { newsletterSuppressions } from '#server/db/schema/index.ts';
import { siteSecret } from '#server/site-secret.ts';

type SuppressionReason = typeof newsletterSuppressions.$inferSelect.reason;

export interface AddressHash {
  /** The hash as SQL, for a column or an address. */
  of: (address: AnyPgColumn | SQL | string) => SQL<string>;
  /** Tells in SQL whether the address is suppressed. */
  isSuppressed: (address: AnyPgColumn | SQL | string) => SQL<boolean>;
}

/** Pass the database itself, not a transaction: the key is read once for the life of the process. */
export async function addressHash(db: Database): Promise<AddressHash> {
  const key = (await siteSecret(db, 'newsletter-suppressions')).toString('base64url');
  const hash: AddressHash['of'] = (address) =>
    sql<string>`encode(sha256(convert_to(${key}::text || lower(${typeof address === 'string' ? sql`${address}::text` : address}), 'UTF8')), 'hex')`;
  return {
    of: hash,
    isSuppressed: (address) =>
      sql<boolean>`exists (select from newsletter_suppressions held where held.address_hash = ${hash(address)})`,
  };
}

interface Suppression {
  email: string;
  reason: SuppressionReason;
  /** The bounce message, without the address. */
  detail?: string;
}

/** Stops all newsletters to the address; the first reason stays. Returns whether it is new. */
export async function suppress(
  db: Database,
  hash: AddressHash,
  { email, reason, detail = '' }: Suppression,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into newsletter_suppressions (address_hash, reason, detail)
    values (${hash.of(email)}, ${reason}, ${withoutAddresses(detail)}) on conflict do nothing`);
  return (rowCount ?? 0) > 0;
}

/** Removes addresses from a text: an erased person must not live on in an error message. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>()"',;:]+@[^\s<>()"',;:]+/g, '(address)').slice(0, 300);
}
