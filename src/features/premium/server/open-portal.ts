import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { portalIdOf } from '#features/billing/server/set-up-catalogue.ts';
import { stripePage } from '#features/billing/server/stripe-page.ts';
import { billingCustomers } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, isMissing, stripeClient } from '#server/stripe/stripe-client.ts';
import { Problem } from '#shared/problem.ts';

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
  const session = await askStripe(async () =>
    stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: await portalIdOf(stripe),
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
