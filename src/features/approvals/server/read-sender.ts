import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { readDetails } from '#features/listing-orders/server/order-details.ts';
import type { Database } from '#server/db/client.ts';
import {
  auditLog,
  businesses,
  importChanges,
  importRuns,
  importUploads,
  listingOrders,
  users,
} from '#server/db/schema/index.ts';
import type { ImportOrigin, PaidOrder } from '../sender-contract.ts';

/** Finds the paid orders from which staff began these listings, by listing. An order that was given back stays known as their origin. */
export async function ordersBehind(db: Database, ids: readonly string[]): Promise<Map<string, PaidOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      listing: businesses.id,
      id: listingOrders.id,
      paidCents: listingOrders.amountCents,
      backCents: sql<number>`(
        select coalesce(sum((part ->> 'cents')::int), 0)::int from jsonb_array_elements(${listingOrders.refunds}) part)`,
      details: listingOrders.details,
      isNews: sql<boolean>`coalesce(${listingOrders.detailsSentAt} > ${businesses.updatedAt}, false)`,
      email: listingOrders.email,
      paidAt: listingOrders.paidAt,
      status: listingOrders.status,
      refundedAt: listingOrders.refundedAt,
      disputedAt: listingOrders.disputedAt,
      refundedBy: sql<string | null>`(
        select refunder.username from audit_log noted join users refunder on refunder.id = noted.actor_id
        where noted.action = 'order.refunded' and noted.subject_type = 'order' and noted.subject_id = ${listingOrders.id}::text
        order by noted.at desc, noted.id desc limit 1)`,
    })
    .from(listingOrders)
    .innerJoin(
      businesses,
      and(eq(businesses.id, listingOrders.businessId), gte(businesses.createdAt, listingOrders.paidAt)),
    )
    .where(
      and(inArray(listingOrders.businessId, [...ids]), inArray(listingOrders.status, ['paid', 'handled', 'withdrawn'])),
    )
    .orderBy(desc(eq(listingOrders.status, 'withdrawn')), listingOrders.id);
  return new Map(
    rows.map(({ listing, id, paidCents, backCents, email, paidAt, status, isNews, details, ...end }) => [
      listing,
      {
        ...{ id, email, paidAt: paidAt?.toISOString() ?? '', isOpen: status === 'paid' },
        ...{ cents: status === 'withdrawn' ? paidCents : paidCents - backCents, paidCents, backCents },
        ...{ details: readDetails({ details }), isNews },
        ended: status === 'withdrawn' ? endOf(end) : null,
      },
    ]),
  );
}

interface End {
  refundedAt: Date | null;
  disputedAt: Date | null;
  refundedBy: string | null;
}

function endOf({ refundedAt, disputedAt, refundedBy }: End): PaidOrder['ended'] {
  const at = (refundedAt ?? disputedAt)?.toISOString() ?? null;
  return { at, by: refundedBy, isDisputed: refundedAt === null && disputedAt !== null };
}

/** Finds the import that added a listing. Its changes are kept for as long as it can be taken back. */
export async function importBehind(db: Database, id: string): Promise<ImportOrigin | null> {
  const [row] = await db
    .select({
      ...{ uploadId: importUploads.id, fileName: importUploads.fileName },
      ...{ by: users.username, at: importRuns.createdAt },
    })
    .from(importChanges)
    .innerJoin(importRuns, eq(importRuns.id, importChanges.runId))
    .innerJoin(importUploads, eq(importUploads.id, importRuns.uploadId))
    .leftJoin(users, eq(users.id, importRuns.startedById))
    .where(and(eq(importChanges.businessId, id), isNull(importChanges.before)))
    .limit(1);
  return row === undefined ? null : { ...row, at: row.at.toISOString() };
}

/** Finds those of the listings that somebody sent in whose account is deleted. */
export async function withDeletedSender(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: businesses.id })
    .from(businesses)
    .innerJoin(
      auditLog,
      and(
        eq(auditLog.subjectType, 'business'),
        eq(auditLog.subjectId, sql`${businesses.id}::text`),
        eq(auditLog.action, 'business.submitted'),
      ),
    )
    .where(and(inArray(businesses.id, [...ids]), isNull(businesses.ownerId), isNull(businesses.submittedById)));
  return new Set(rows.map(({ id }) => id));
}
