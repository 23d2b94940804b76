/** Finds what webhooks missed, every hour and after every start. Nothing depends on a webhook alone. */
import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { billingCustomers, stripeEvents } from '#server/db/schema/index.ts';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { dayMs, hourMs } from '#shared/times.ts';
import { handleEvent, queueSync } from './handle-event-job.ts';
import { heardEvents } from './objects-of-event.ts';
import { noteEvent } from './receive-webhook.ts';
import { setUpCatalogue } from './set-up-catalogue.ts';
import { type StripeSyncs, type SyncRun, syncRun } from './stripe-syncs.ts';

/** Stripe keeps events for 30 days. */
const maxGapMs = 30 * dayMs;
/** Events come in any order: a lost one may be older than the last one that arrived. */
const overlapMs = dayMs;

export const reconcileStripe = defineJob('reconcile-stripe', z.object({}), { isSingleton: true, timeoutSeconds: 600 });
export const setUpStripe = defineJob('set-up-stripe', z.object({}), { isSingleton: true });

export function bindReconcileJobs(syncs: StripeSyncs): BoundJob[] {
  return [
    bindJob(reconcileStripe, async (_, services) => {
      if (services.env.stripe !== undefined) await reconcile(syncs, syncRun(services));
    }),
    bindJob(setUpStripe, async (_, services) => {
      if (services.env.stripe !== undefined) await setUpCatalogue(syncRun(services).stripe, services.city.facts.prices);
    }),
  ];
}

export async function reconcile({ overdue }: StripeSyncs, run: SyncRun): Promise<void> {
  const caughtUp = await catchUpEvents(run);
  await repeatLostWork(run);
  const objects = (await Promise.all(overdue.map((find) => find(run)))).flat();
  for (const object of objects) await queueSync(run.db, object);
  if (caughtUp + objects.length > 0) {
    run.log.info({ part: 'billing', caughtUp, overdue: objects.length }, 'the reconciler found something to look at');
  }
}

/** Notes the events that never arrived; returns their number. */
async function catchUpEvents(run: SyncRun): Promise<number> {
  const { db, stripe, now } = run;
  const [last] = await db.select().from(stripeEvents).orderBy(desc(stripeEvents.created)).limit(1);
  // Nobody has paid anything yet, so earlier events of the account are not ours.
  if (last === undefined && (await db.$count(billingCustomers)) === 0) return 0;
  const from = Math.max((last?.created.getTime() ?? 0) - overlapMs, now().getTime() - maxGapMs);
  let found = 0;
  for await (const event of eventsSince(stripe, from)) {
    if (await noteEvent(run, event, { isCaughtUp: true })) found++;
  }
  return found;
}

function eventsSince(stripe: Stripe, fromMs: number) {
  return stripe.events.list({ created: { gte: Math.floor(fromMs / 1000) }, types: [...heardEvents], limit: 100 });
}

/** Queues events again whose job is gone, as after a restored backup; running one twice does no harm. */
async function repeatLostWork({ db, now }: SyncRun): Promise<void> {
  const isLost = and(
    isNull(stripeEvents.processedAt),
    eq(stripeEvents.attempts, 0),
    lt(stripeEvents.receivedAt, new Date(now().getTime() - hourMs)),
  );
  const lost = await db.select({ eventId: stripeEvents.id }).from(stripeEvents).where(isLost).limit(500);
  for (const { eventId } of lost) await enqueue(db, handleEvent, { eventId });
}
