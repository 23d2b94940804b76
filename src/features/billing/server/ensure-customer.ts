import { and, eq } from 'drizzle-orm';
import { billingCustomers } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { idempotent, isMissing, stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'log'>;
type Person = Pick<SessionUser, 'id' | 'email' | 'username'>;

/**
 * Returns the person's customer id at Stripe, and makes the customer at the first call, once, however many
 * calls run at the same time.
 */
async function ensureCustomer({ db, env }: Pick<Request, 'db' | 'env'>, user: Person): Promise<string> {
  return (await findCustomer(db, user.id)) ?? (await makeCustomer({ db, env }, user, []));
}

/**
 * Runs an action at Stripe for the person's customer. When Stripe does not know the customer, as after new
 * keys or with a new sandbox, it makes a new one and runs the action again.
 */
export async function withCustomer<T>(
  request: Request,
  user: Person,
  act: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await ensureCustomer(request, user);
  try {
    return await act(customer);
  } catch (error) {
    if (!isCustomerMissing(error)) throw error;
    request.log.warn({ part: 'billing', customer }, 'Stripe does not know a customer of ours any more');
    const isLost = and(eq(billingCustomers.userId, user.id), eq(billingCustomers.stripeCustomerId, customer));
    await request.db.update(billingCustomers).set({ userId: null }).where(isLost);
    return act((await findCustomer(request.db, user.id)) ?? (await makeCustomer(request, user, [customer])));
  }
}

const isCustomerMissing = (error: unknown) =>
  isMissing(error) && isStripeError(error, 'StripeError') && error.param === 'customer';

async function findCustomer(db: Request['db'], userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  return row?.id;
}

async function makeCustomer(
  { db, env }: Pick<Request, 'db' | 'env'>,
  user: Person,
  before: readonly string[],
): Promise<string> {
  const made = await stripeClient(env).customers.create(
    { email: user.email, name: user.username, metadata: { user_id: user.id } },
    idempotent('customer', user.id, ...before),
  );
  await db.insert(billingCustomers).values({ userId: user.id, stripeCustomerId: made.id }).onConflictDoNothing();
  return (await findCustomer(db, user.id)) ?? made.id;
}
