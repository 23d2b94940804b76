/** Puts what staff have given back of an order on record, whether their own call gets to it or Stripe's event does. */
import { and, eq, sql } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import { knownPerson, type Refund, siteAsActor } from '#features/billing/server/refunds-of-payment.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, type listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { mailRefund } from './order-letters.ts';

type Order = typeof listingOrders.$inferSelect;

/** One that staff asked for here, with a reason; all others were made at Stripe itself. */
export const isOfStaff = ({ act, reason }: Refund): boolean => act !== null && reason !== null;

/** As the order keeps it. */
export const partOf = ({ id, at, cents }: Refund): Order['refunds'][number] => ({ id, at, cents });

export const sumOf = (parts: readonly { cents: number }[]): number => parts.reduce((sum, { cents }) => sum + cents, 0);

/**
 * Writes the audit row and the mail of each act that has none yet. The order's row has to be locked.
 * @param refunds all of the payment, oldest first
 */
export async function noteRefunds(
  tx: Database,
  services: Pick<Services, 'city' | 'env'>,
  order: Order,
  refunds: readonly Refund[],
): Promise<void> {
  for (const [place, refund] of refunds.entries()) {
    const { act, actorId, reason, cents } = refund;
    if (act === null || reason === null || (await isNoted(tx, order.id, act))) continue;
    const isWhole = sumOf(refunds.slice(0, place + 1)) >= order.amountCents;
    if (order.email) await mailRefund(tx, services, { order, to: order.email, cents, isWhole, reason });
    await writeAudit(tx, {
      ...{ action: refunded, subjectType: 'order', subjectId: order.id },
      data: {
        cents,
        ofCents: order.amountCents,
        afterwards: isWhole ? 'the order ends' : 'the order goes on',
        reason,
        act,
      },
      ...actorOr(await knownPerson(tx, actorId), actorId === siteAsActor ? 'site' : 'deleted'),
    });
  }
}

const refunded = 'order.refunded';

export async function isNoted(tx: Database, orderId: string, act: string): Promise<boolean> {
  const { action, subjectId, data } = auditLog;
  const isThis = and(eq(action, refunded), eq(subjectId, orderId), eq(sql`${data}->>'act'`, act));
  return (await tx.$count(auditLog, isThis)) > 0;
}
