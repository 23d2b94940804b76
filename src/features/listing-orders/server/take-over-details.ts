import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { changedSince } from '#features/businesses/server/decided-already.ts';
import { retryTakenSlug } from '#features/businesses/server/retry-taken-slug.ts';
import { slugAfterRename } from '#features/businesses/server/slug-after-rename.ts';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffOrder } from '../staff-contract.ts';
import { notAsSent, type takenFields } from '../taken-fields.ts';
import { readDetails } from './order-details.ts';
import { lockOrder } from './ordered-listing.ts';
import { gone, oneOrder, waitsNoMore } from './staff-orders.ts';

interface TakeOver {
  id: string;
  /** Fields that say something already. */
  replace: readonly (typeof takenFields)[number][];
  version: number;
  actorId: string;
}

/**
 * Staff may begin a listing before the buyer's words have come: this writes them into it. What staff have written stays unless it is named.
 * @throws Problem 'not_found', or 'conflict' when the order is done, nothing was sent or begun, or the listing was changed since
 */
export async function takeOverDetails(
  request: Pick<ApiRequest, 'db' | 'now' | 'user'>,
  { id, replace, version, actorId }: TakeOver,
): Promise<StaffOrder> {
  await retryTakenSlug(() =>
    request.db.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      if (!order) throw new Problem('not_found', gone);
      if (order.status !== 'paid') throw await waitsNoMore(tx, order, request);
      const [row] =
        order.businessId === null ? [] : await tx.select().from(businesses).where(eq(businesses.id, order.businessId));
      if (row === undefined) throw new Problem('conflict', 'Its listing is not begun yet.');
      if (row.version !== version) throw new Problem('conflict', await changedSince(tx, row.id, request));
      const taken = notAsSent(readDetails(order), row).filter(
        ({ field, ours }) => ours === '' || replace.includes(field),
      );
      if (taken.length === 0) throw new Problem('conflict', 'The listing has all of it, or says something else there.');
      const columns = Object.fromEntries(
        taken.map(({ field, theirs }) => [field === 'about' ? 'description' : field, theirs]),
      );
      const named = { name: columns.name ?? row.name, address: columns.address ?? row.address };
      const slug = columns.name === undefined ? row.slug : await slugAfterRename(tx, row, named);
      await tx
        .update(businesses)
        .set({
          ...columns,
          ...matchKeys(named),
          // The buyer's word proves nothing in a claim.
          ...(columns.website === undefined ? {} : { websiteBy: 'owner' as const }),
          ...{ slug, version: row.version + 1, updatedAt: request.now() },
        })
        .where(eq(businesses.id, row.id));
      const changes = Object.entries(columns).map(([column, now]) => [column, [row[column as keyof typeof row], now]]);
      await writeAudit(tx, {
        actorId,
        action: 'business.edited',
        subjectType: 'business',
        subjectId: row.id,
        data: { ...Object.fromEntries(changes), ...(slug === row.slug ? {} : { slug: [row.slug, slug] }) },
      });
      await announceChange(tx, ['businesses', 'missing', `business:${row.id}`]);
    }),
  );
  return oneOrder(request.db, id);
}
