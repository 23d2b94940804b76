import { and, count, desc, eq, ilike, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { newsletterSubscribers, newsletterSuppressions } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { Subscriber, SubscriberSearch } from '../../subscribers-contract.ts';
import { type AddressHash, addressHash } from '../suppress.ts';

/** Newest first. */
export async function listSubscribers(
  db: Database,
  search: SubscriberSearch,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Subscriber[]> {
  const hash = await addressHash(db);
  const rows = await readRows(db, hash, [
    ...wanted(hash, search),
    cursor ? lt(newsletterSubscribers.id, cursor) : undefined,
  ])
    .orderBy(desc(newsletterSubscribers.id))
    .limit(limit);
  return rows.map(toSubscriber);
}

export async function countSubscribers(db: Database, search: SubscriberSearch): Promise<number> {
  const hash = await addressHash(db);
  const [row] = await db
    .select({ total: count() })
    .from(newsletterSubscribers)
    .where(and(...wanted(hash, search)));
  return row?.total ?? 0;
}

/** @throws Problem 'not_found' */
export async function readSubscriber(db: Database, hash: AddressHash, id: string): Promise<Subscriber> {
  const [row] = await readRows(db, hash, [eq(newsletterSubscribers.id, id)]);
  if (!row) throw new Problem('not_found', 'This subscriber is not there any more.');
  return toSubscriber(row);
}

function wanted(hash: AddressHash, { search, state }: SubscriberSearch): (SQL | undefined)[] {
  const isSuppressed = hash.isSuppressed(newsletterSubscribers.email);
  return [
    search ? ilike(newsletterSubscribers.email, containing(search)) : undefined,
    state === 'suppressed' ? isSuppressed : undefined,
    state === 'all' || state === 'suppressed'
      ? undefined
      : and(eq(newsletterSubscribers.status, state), not(isSuppressed)),
  ];
}

function readRows(db: Database, hash: AddressHash, where: (SQL | undefined)[]) {
  const { id, email, status, topics, source, consentNote, createdAt } = newsletterSubscribers;
  return db
    .select({
      ...{ id, email, status, topics, source, consentNote, createdAt },
      reason: newsletterSuppressions.reason,
      detail: newsletterSuppressions.detail,
      suppressedAt: newsletterSuppressions.createdAt,
    })
    .from(newsletterSubscribers)
    .leftJoin(newsletterSuppressions, sql`${newsletterSuppressions.addressHash} = ${hash.of(email)}`)
    .where(and(...where));
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function toSubscriber({ status, createdAt, suppressedAt, ...row }: Row): Subscriber {
  return {
    ...row,
    state: row.reason === null ? status : 'suppressed',
    suppressedAt: suppressedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
