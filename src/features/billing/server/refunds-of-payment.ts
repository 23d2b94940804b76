import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '#server/db/client.ts';
import { type listingOrders, users } from '#server/db/schema/index.ts';

export interface Refund {
  /** Its id at Stripe. */
  id: string;
  at: string;
  cents: number;
  /** The form that asked for it here; null for one made at Stripe itself. */
  act: string | null;
  /** The sender of that form, and the reason given there; null where the refund does not say. */
  actorId: string | null;
  reason: string | null;
}

/** Stands in a refund's marks in place of a person: the site gave the money back by itself. */
export const siteAsActor = 'site';

/** Stripe keeps 500 characters under one name; a letter outside of the basic plane may count twice. */
const maxLetters = 250;

/** The marks by which a refund that was asked for here is known again, whatever became of the call that made it. */
export function refundMarks(given: { act: string; actorId: string; reason: string }): Record<string, string> {
  const { act, actorId, reason } = given;
  const parts = reason.match(new RegExp(`.{1,${maxLetters}}`, 'gsu')) ?? [];
  return { act, actor: actorId, ...Object.fromEntries(parts.map((part, place) => [partName(place), part])) };
}

const partName = (place: number) => (place === 0 ? 'reason' : `reason_${place + 1}`);

/** The sender of a refund's form, whose account may be deleted by now; and at Stripe anything can be written in its place. */
export async function knownPerson(tx: Database, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`${users.id}::text`, id));
  return person?.id ?? null;
}

/** The money is with the site again. */
export const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled';

/** The parts of a payment that went back, oldest first. */
export async function refundsOfPayment(stripe: Stripe, paymentIntent: string): Promise<Refund[]> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 });
  // Stripe lists the newest first, and its times are whole seconds.
  return data
    .filter((refund) => !hasFailed(refund))
    .map(readRefund)
    .toReversed()
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

type Order = typeof listingOrders.$inferSelect;

/** The parts of an order's payment that went back. A former release stored only the time of a refund: then the whole payment went back. */
export function refundsOfOrder(order: Pick<Order, 'id' | 'refunds' | 'refundedAt' | 'amountCents'>): Order['refunds'] {
  const { id, refunds, refundedAt, amountCents } = order;
  if (refunds.length > 0 || refundedAt === null) return refunds;
  return [{ id, at: refundedAt.toISOString(), cents: amountCents }];
}

export function readRefund({ id, created, amount, metadata }: Stripe.Refund): Refund {
  const { act = null, actor = null } = metadata ?? {};
  const at = new Date(created * 1000).toISOString();
  return { id, at, cents: amount, act, actorId: actor, reason: readReason(metadata ?? {}) };
}

function readReason(metadata: Stripe.Metadata): string | null {
  let reason = '';
  for (let place = 0; ; place++) {
    const part = metadata[partName(place)];
    if (part === undefined) return reason || null;
    reason += part;
  }
}
