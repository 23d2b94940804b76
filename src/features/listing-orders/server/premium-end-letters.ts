/** Tells who paid for a premium listing that the Premium that came with it is about to end, or has ended. */
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { businesses, listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { dayMs } from '#shared/times.ts';
import { mailPremiumEnd } from './order-letters.ts';

/** The first letter is sent this long before the end. */
const noticeMs = 7 * dayMs;

/** Each letter once. A listing that has Premium from elsewhere loses nothing, so nobody is written to about it. */
export async function sendPremiumEndLetters({
  db,
  city,
  env,
  now,
}: Pick<Services, 'db' | 'city' | 'env' | 'now'>): Promise<void> {
  const at = now();
  const { premiumUntil, toldPremiumEndingAt, toldPremiumEndedAt } = listingOrders;
  await db.transaction(async (tx) => {
    const due = await tx
      .select({
        order: listingOrders,
        business: {
          slug: businesses.slug,
          name: businesses.name,
          hasOwner: sql<boolean>`${businesses.ownerId} is not null`,
        },
        premiumExpiresAt: businesses.premiumExpiresAt,
      })
      .from(listingOrders)
      .innerJoin(businesses, eq(businesses.id, listingOrders.businessId))
      .where(
        and(
          eq(listingOrders.status, 'handled'),
          isNotNull(premiumUntil),
          isNull(toldPremiumEndedAt),
          or(
            lte(premiumUntil, at),
            and(isNull(toldPremiumEndingAt), lte(premiumUntil, new Date(at.getTime() + noticeMs))),
          ),
        ),
      )
      .for('update', { of: listingOrders });
    for (const { order, business, premiumExpiresAt } of due) {
      const until = order.premiumUntil ?? at;
      const isOver = until <= at;
      const goesOn = premiumExpiresAt !== null && premiumExpiresAt > until;
      if (order.email !== null && !goesOn) {
        await mailPremiumEnd(tx, { city, env }, { business, until, isOver, to: order.email });
      }
      const told = isOver ? { toldPremiumEndedAt: at } : { toldPremiumEndingAt: at };
      await tx.update(listingOrders).set(told).where(eq(listingOrders.id, order.id));
    }
  });
}
