/** The hourly job: handles missed events and claims that are due. */
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claimDocuments, claims, subscriptions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { hourMs } from '#shared/times.ts';
import { keepDocumentsMs, lapseAfterMs } from '../claim-rules.ts';
import { canBe, heldStatuses, overStatuses } from '../claim-states.ts';
import { cancelClaim, chargeClaim, stopClaim } from './claim-jobs.ts';
import { type ClaimRow, lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { endCheckout } from './end-checkout.ts';
import { followSubscription } from './follow-subscription.ts';
import { tellSuccessors } from './tell-successors.ts';

const batchSize = 200;

/** A claim that fails does not stop the others; the next hour retries it. */
export async function handleDueClaims(services: Services): Promise<void> {
  const { log } = services;
  for (const task of [endUnfinished, lapseUndecided, followDue, tellSuccessors, repeatForgotten, dropDocuments]) {
    await task(services, async (claimId, act) => {
      await act().catch((error: unknown) => log.warn({ part: 'claims', claimId, err: error }, `${task.name} failed`));
    });
  }
}

type Each = (claimId: string, act: () => Promise<unknown>) => Promise<void>;

/** Ends checkouts that expired without an event. */
async function endUnfinished(services: Services, each: Each): Promise<void> {
  const { db, now } = services;
  const isOverdue = and(eq(claims.status, 'pending'), lt(claims.expiresAt, now()));
  for (const claim of await db.select().from(claims).where(isOverdue).orderBy(claims.id).limit(batchSize)) {
    await each(claim.id, () => endCheckout(claim, services));
  }
}

/** Lets undecided claims lapse before the hold at Stripe turns into a charge. */
async function lapseUndecided(services: Services, each: Each): Promise<void> {
  const { db, now } = services;
  const isOld = and(
    eq(claims.status, 'in_review'),
    // Its listing was merged into one that the same person claims too.
    or(
      // A claim without a price has no hold that could become a charge, so it waits on.
      and(lt(claims.submittedAt, new Date(now().getTime() - lapseAfterMs)), gt(claims.amountCents, 0)),
      isNull(claims.businessId),
    ),
  );
  for (const { id } of await ids(db, isOld)) {
    await each(id, () =>
      db.transaction(async (tx) => {
        const held = await lockClaim(tx, id);
        if (held === null || !canBe(held.claim.status, 'lapsed')) return;
        await closeClaim(tx, held, { event: 'lapsed', decidedBy: 'site' }, services);
      }),
    );
  }
}

/** Handles ends by time: paid time that is over, a first charge that failed a week ago, and a canceled plan that owes a renewal. */
async function followDue(services: Services, each: Each): Promise<void> {
  const { db, now } = services;
  const rows = await db
    .select({ id: claims.id, subscriptionId: claims.subscriptionId })
    .from(claims)
    .innerJoin(subscriptions, eq(subscriptions.id, claims.subscriptionId))
    .where(
      and(
        inArray(claims.status, [...heldStatuses]),
        or(
          lt(subscriptions.endsAt, now()),
          lt(claims.paidUntil, now()),
          and(
            isNotNull(subscriptions.failedAt),
            or(isNull(subscriptions.paidThrough), isNotNull(subscriptions.endsAt)),
          ),
        ),
      ),
    )
    .limit(batchSize);
  for (const { id, subscriptionId } of rows) {
    if (subscriptionId !== null) await each(id, () => followSubscription(services, subscriptionId));
  }
}

/** Queues jobs again that failed for good, or that a restored backup has lost. */
async function repeatForgotten(services: Services, each: Each): Promise<void> {
  const { db, now } = services;
  const before = new Date(now().getTime() - hourMs);
  const isUncharged = and(
    inArray(claims.status, [...heldStatuses]),
    lt(claims.decidedAt, before),
    gt(claims.amountCents, 0),
    ne(claims.status, 'handed_over'),
    // Its first payment waits for the end of the time that a former owner has paid for.
    isNull(claims.succeedsId),
    sql`not exists (select 1 from subscriptions s where s.id = ${claims.subscriptionId} and s.status <> 'trialing')`,
  );
  for (const { id } of await ids(db, isUncharged)) {
    await each(id, () => enqueue(db, chargeClaim, { claimId: id }));
  }
  // The former owner may have taken the cancellation back on Stripe's own page.
  const isRenewed = and(
    eq(claims.status, 'handed_over'),
    lt(claims.handedOverAt, before),
    isNotNull(claims.paidUntil),
    sql`exists (select 1 from subscriptions s where s.id = ${claims.subscriptionId} and s.ended_at is null
      and (s.ends_at is null or s.paid_through > ${claims.paidUntil}))`,
  );
  for (const { id } of await ids(db, isRenewed)) {
    await each(id, () => enqueue(db, stopClaim, { claimId: id }));
  }
  const isUncanceled = and(
    inArray(claims.status, [...overStatuses]),
    isNull(claims.cancelledAt),
    lt(claims.updatedAt, before),
    or(isNotNull(claims.sessionId), isNotNull(claims.subscriptionId)),
  );
  for (const { id } of await ids(db, isUncanceled)) {
    await each(id, () => enqueue(db, cancelClaim, { claimId: id }));
  }
}

const ids = (db: Database, where: ReturnType<typeof and>): Promise<Pick<ClaimRow, 'id'>[]> =>
  db.select({ id: claims.id }).from(claims).where(where).orderBy(claims.id).limit(batchSize);

async function dropDocuments({ db, now }: Services): Promise<void> {
  const old = db
    .select({ id: claims.id })
    .from(claims)
    .where(lt(claims.decidedAt, new Date(now().getTime() - keepDocumentsMs)));
  await db.delete(claimDocuments).where(inArray(claimDocuments.claimId, old));
}
