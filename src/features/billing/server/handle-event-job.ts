/** The jobs for noted events, and for objects to be synced. */
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '#server/db/client.ts';
import { stripeEvents } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { objectKinds, type StripeObject, type StripeSyncs, syncObject, syncRun } from './stripe-syncs.ts';

const StripeObjectShape = z.object({ kind: z.enum(objectKinds), id: z.string() });
const Related = z.array(StripeObjectShape);

/**
 * Retries for about three hours. Afterwards the billing page shows the failure, and the reconciler repeats
 * what matters.
 */
const patience = { retries: 14, retryDelaySeconds: 2, maxDelaySeconds: 1800 };

export const handleEvent = defineJob('handle-stripe-event', z.object({ eventId: z.string() }), patience);

/** Syncs one object as an event about it would. Queue it with queueSync. */
export const syncStripeObject = defineJob('sync-stripe-object', StripeObjectShape, { ...patience, isSingleton: true });

/** In the transaction of the change. A second request for the same object is dropped while one waits. */
export async function queueSync(db: Database, { kind, id }: StripeObject): Promise<void> {
  await enqueue(db, syncStripeObject, { kind, id }, { singletonKey: `${kind}:${id}` });
}

export function bindStripeJobs(syncs: StripeSyncs): BoundJob[] {
  return [
    bindJob(handleEvent, ({ eventId }, services) => handleNotedEvent(syncs, services, eventId), { concurrency: 2 }),
    bindJob(syncStripeObject, (object, services) => syncObject(syncs, syncRun(services), object)),
  ];
}

/** Handles an event. Running it several times gives the same rows. */
export async function handleNotedEvent(syncs: StripeSyncs, services: Services, eventId: string): Promise<void> {
  const { db, now } = services;
  const [event] = await db.select().from(stripeEvents).where(eq(stripeEvents.id, eventId));
  if (event === undefined || event.processedAt !== null) return;
  try {
    for (const object of Related.parse(event.related)) await syncObject(syncs, syncRun(services), object);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await db
      .update(stripeEvents)
      .set({ attempts: sql`${stripeEvents.attempts} + 1`, error: reason.slice(0, 1000) })
      .where(eq(stripeEvents.id, eventId));
    throw error;
  }
  await db
    .update(stripeEvents)
    .set({ attempts: sql`${stripeEvents.attempts} + 1`, error: null, processedAt: now() })
    .where(eq(stripeEvents.id, eventId));
}
