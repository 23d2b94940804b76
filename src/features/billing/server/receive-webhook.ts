/**
 * Receives an event of Stripe: checks signature and livemode, notes it once and queues a job, which asks
 * Stripe for its meaning.
 */
import type Stripe from 'stripe';
import { stripeEvents } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { describeError } from '#server/log.ts';
import { noteRefusedWebhook } from '#server/stripe/refused-webhook.ts';
import { isLive, stripeClient } from '#server/stripe/stripe-client.ts';
import { Problem } from '#shared/problem.ts';
import { handleEvent } from './handle-event-job.ts';
import { objectsOfEvent } from './objects-of-event.ts';

/**
 * @param raw the body as it came, because the signature covers its bytes
 * @throws Problem 'bad_request' for everything that this site's Stripe account did not send just now
 */
export async function receiveWebhook(services: Services, raw: string, signature: string | null): Promise<void> {
  const { env, log } = services;
  if (env.stripe === undefined || signature === null) throw new Problem('bad_request', 'The signature is missing.');
  let event: Stripe.Event;
  try {
    event = stripeClient(env).webhooks.constructEvent(raw, signature, env.stripe.webhookSecret);
  } catch (error) {
    log.warn({ part: 'stripe', reason: describeError(error).split('\n', 1)[0] }, 'a webhook was refused');
    // Scanners send no such signature.
    if (/^t=\d+,.*v1=[0-9a-f]{64}/.test(signature)) {
      await noteRefusedWebhook(env.dataDir, services.now()).catch((reason: unknown) =>
        log.warn({ part: 'stripe', reason: describeError(reason) }, 'a refused webhook could not be noted'),
      );
    }
    throw new Problem('bad_request', 'The signature is not valid.');
  }
  if (event.livemode !== isLive(env.stripe)) {
    log.error({ part: 'stripe', event: event.id }, 'a webhook of the other mode was refused: check the webhook secret');
    throw new Problem('bad_request', 'This event is of the other mode.');
  }
  await noteEvent(services, event);
}

/** Notes an event and queues its job in the same transaction. Returns whether it was new. */
export async function noteEvent(
  { db, now }: Pick<Services, 'db' | 'now'>,
  event: Stripe.Event,
  { isCaughtUp = false } = {},
): Promise<boolean> {
  const objects = objectsOfEvent(event);
  const [first] = objects;
  if (first === undefined) return false;
  return db.transaction(async (tx) => {
    const added = await tx
      .insert(stripeEvents)
      .values({
        id: event.id,
        type: event.type,
        created: new Date(event.created * 1000),
        objectKind: first.kind,
        objectId: first.id,
        related: objects,
        isCaughtUp,
        receivedAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id });
    if (added.length === 0) return false;
    await enqueue(tx, handleEvent, { eventId: event.id });
    return true;
  });
}
