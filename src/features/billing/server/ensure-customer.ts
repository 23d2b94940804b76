import { eq } from 'drizzle-orm';
import { billingCustomers } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { idempotent, stripeClient } from '#server/stripe/stripe-client.ts';

/** The person's id at Stripe, made at the first need: once, however many ask at the same time. */
export async function ensureCustomer(
  { db, env }: Pick<ApiRequest, 'db' | 'env'>,
  user: Pick<SessionUser, 'id' | 'email' | 'username'>,
): Promise<string> {
  const isOwn = eq(billingCustomers.userId, user.id);
  const [known] = await db.select({ id: billingCustomers.stripeCustomerId }).from(billingCustomers).where(isOwn);
  if (known) return known.id;
  const made = await stripeClient(env).customers.create(
    { email: user.email, name: user.username, metadata: { user_id: user.id } },
    idempotent('customer', user.id),
  );
  await db.insert(billingCustomers).values({ userId: user.id, stripeCustomerId: made.id }).onConflictDoNothing();
  const [row] = await db.select({ id: billingCustomers.stripeCustomerId }).from(billingCustomers).where(isOwn);
  return row?.id ?? made.id;
}
