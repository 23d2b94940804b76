import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { requireUser } from '#features/accounts/server/current-user.ts';
import type { Database } from '#server/db/client.ts';
import { claims, upgradeSessions } from '#server/db/schema/index.ts';
import { readBodyText } from '#server/http/read-body.ts';
import { type ServedEndpoint, serve } from '#server/http/serve.ts';
import { askStripe } from '#server/stripe/stripe-client.ts';
import { Problem } from '#shared/problem.ts';
import { getPaymentConfig, settleCheckout, stripeWebhook } from '../contract.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { type StripeSyncs, syncObject, syncRun } from './stripe-syncs.ts';

/**
 * The maximum size of an event, which holds one object. Our largest, an invoice with its lines, has a few
 * kilobytes.
 */
const maxWebhookBytes = 512 * 1024;

export function billingApi(syncs: StripeSyncs): ServedEndpoint[] {
  return [
    {
      endpoint: stripeWebhook,
      tags: undefined,
      // Read as text: the signature covers the body's bytes.
      respond: async (c) => {
        const raw = await readBodyText(c.req.raw, maxWebhookBytes);
        await receiveWebhook(c.get('request'), raw, c.req.header('stripe-signature') ?? null);
        return c.json({ received: true });
      },
    },
    serve(
      getPaymentConfig,
      async (_, { env: { stripe } }) => ({
        publishableKey: stripe?.publishableKey ?? null,
        scriptUrl: stripe?.jsUrl ?? null,
      }),
      { tags: () => ['city'] },
    ),
    serve(settleCheckout, async ({ body: { sessionId } }, { user, ...services }) => {
      await requireOwnSession(services.db, requireUser(user).id, sessionId);
      const run = syncRun(services);
      const session = await askStripe(() => run.stripe.checkout.sessions.retrieve(sessionId));
      if (session.status !== 'open') {
        await askStripe(() => syncObject(syncs, run, { kind: 'checkout.session', id: sessionId }));
      }
      return { status: statusOf(session) };
    }),
  ];
}

async function requireOwnSession(db: Database, userId: string, sessionId: string): Promise<void> {
  const found = await Promise.all(
    [claims, upgradeSessions].map((table) =>
      db.$count(table, and(eq(table.sessionId, sessionId), eq(table.userId, userId))),
    ),
  );
  if (!found.includes(1)) throw new Problem('not_found', 'There is no such checkout of yours.');
}

function statusOf({ status }: Stripe.Checkout.Session): 'open' | 'complete' | 'expired' {
  if (status === 'complete') return 'complete';
  return status === 'expired' ? 'expired' : 'open';
}
