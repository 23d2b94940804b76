import { eq } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { allocateSlugs } from '#features/businesses/server/allocate-slugs.ts';
import { retryTakenSlug } from '#features/businesses/server/retry-taken-slug.ts';
import { matchKeys, writtenFields } from '#features/businesses/server/written-fields.ts';
import { businesses, listingOrders } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffOrder } from '../staff-contract.ts';
import { takenText } from '../taken-fields.ts';
import { readDetails } from './order-details.ts';
import { oneOrder, waitsNoMore } from './staff-orders.ts';

/**
 * Makes the listing of a paid order from what its buyer sent. It waits for review like any other, staff complete it there, and it goes
 * to the buyer once the order is done.
 * @throws Problem 'not_found', 'conflict' when the order does not wait or has a listing, or nobody has said a name, 'invalid' for the category
 */
export async function beginListing(
  request: Pick<ApiRequest, 'db' | 'city' | 'now' | 'user'>,
  { id, category, actorId }: { id: string; category: string; actorId: string },
): Promise<StaffOrder> {
  const { db, city, now } = request;
  await retryTakenSlug(() =>
    db.transaction(async (tx) => {
      const [order] = await tx.select().from(listingOrders).where(eq(listingOrders.id, id)).for('update');
      if (!order) return;
      if (order.status !== 'paid') throw await waitsNoMore(tx, order, request);
      if (order.businessId !== null) {
        const begun = { subjectType: 'order', subjectId: id, actions: ['order.listing-begun'] };
        throw await wasFirst(tx, begun, 'began its listing', request);
      }
      const sent = readDetails(order);
      const name = takenText('name', sent?.name ?? order.businessName ?? '');
      if (name === '') throw new Problem('conflict', 'Nobody has said yet what the business is called.');
      const address = takenText('address', sent?.address ?? '');
      const form = {
        ...{ name, category, address, description: sent?.about ?? '' },
        ...{ phone: takenText('phone', sent?.phone ?? ''), website: takenText('website', sent?.website ?? '') },
      };
      const written = await writtenFields(tx, form, { city });
      const [slug = ''] = await allocateSlugs(tx, [{ name, address }]);
      const at = now();
      const [listing] = await tx
        .insert(businesses)
        .values({
          ...written,
          ...matchKeys(form),
          ...{ name, address, slug, description: form.description, categoryId: written.categoryId ?? '' },
          // The buyer's word proves nothing in a claim.
          ...{ websiteBy: 'owner', status: 'pending', createdAt: at, updatedAt: at },
        })
        .returning({ id: businesses.id });
      await tx
        .update(listingOrders)
        .set({ businessId: listing?.id ?? null })
        .where(eq(listingOrders.id, id));
      const subject = { subjectType: 'order', subjectId: id } as const;
      await writeAudit(tx, { actorId, action: 'order.listing-begun', ...subject, data: { business: name } });
    }),
  );
  return oneOrder(db, id);
}
