import { and, eq, inArray, ne } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { portalIdOf } from '#features/billing/server/set-up-catalogue.ts';
import { stripePage } from '#features/billing/server/stripe-page.ts';
import { billingCustomers, subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, isMissing, stripeClient } from '#server/stripe/stripe-client.ts';
import { Problem } from '#shared/problem.ts';
import { liveStatuses } from '../premium-rules.ts';

/** @throws Problem 'signed_out', 'conflict' (nothing to manage), 'unavailable' */
export async function openPortal(request: Pick<ApiRequest, 'db' | 'env' | 'user'>): Promise<{ url: string }> {
  const { db, env } = request;
  const user = requireUser(request.user);
  const stripe = stripeClient(env);
  const [customer] = await db
    .select({ id: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, user.id));
  if (customer === undefined) throw nothingToManage();
  const isClaim = and(
    eq(subscriptions.userId, user.id),
    ne(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
  );
  const kind = (await db.$count(subscriptions, isClaim)) === 0 ? 'switching' : 'plain';
  const session = await askStripe(async () =>
    stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: await portalIdOf(stripe, kind),
      return_url: `${env.siteUrl}/dashboard`,
    }),
  ).catch((error: unknown) => {
    throw isMissing(error) ? nothingToManage() : error;
  });
  const url = stripePage(session.url, env.stripe?.apiBase);
  if (url === null) throw new Error('Stripe gave no address to go to');
  return { url };
}

const nothingToManage = () => new Problem('conflict', 'There is no plan of yours to manage yet.');
