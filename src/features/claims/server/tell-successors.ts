/** Tells who has taken over a paid listing, 7 days and 1 day before, that the paid time ends while they do not go on. */
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { dayMs } from '#shared/times.ts';
import { lockClaim } from './claim-rows.ts';
import { isFreeNow } from './go-on-free.ts';
import { mailTimeEnds } from './hand-over-letters.ts';
import { findSuccession } from './owned-by-claim.ts';

const firstDays = 7;
const lastDays = 1;
const maxAtOnce = 200;

export async function tellSuccessors(
  services: Services,
  each: (claimId: string, act: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { db, now } = services;
  // Claims cost nothing here: their listings stay theirs after the paid time.
  if (isFreeNow(services)) return;
  const at = now();
  const isNear = and(
    eq(claims.status, 'handed_over'),
    gt(claims.paidUntil, at),
    lt(claims.paidUntil, new Date(at.getTime() + firstDays * dayMs)),
    or(
      isNull(claims.toldDaysLeft),
      and(gt(claims.toldDaysLeft, lastDays), lt(claims.paidUntil, new Date(at.getTime() + lastDays * dayMs))),
    ),
    // The mail of the hand-over says the day.
    lt(claims.handedOverAt, new Date(at.getTime() - dayMs)),
  );
  const rows = await db
    .select({ id: claims.id })
    .from(claims)
    .innerJoin(businesses, and(eq(businesses.id, claims.businessId), eq(businesses.ownerId, claims.successorId)))
    .where(isNear)
    .orderBy(claims.id)
    .limit(maxAtOnce);
  for (const { id } of rows) await each(id, () => db.transaction((tx) => tell(tx, id, services)));
}

/** Once for each of the two days. */
async function tell(tx: Database, claimId: string, services: Services): Promise<void> {
  const held = await lockClaim(tx, claimId);
  const { claim, business } = held ?? {};
  if (!claim?.paidUntil || !claim.successorId || business?.ownerId !== claim.successorId) return;
  const left = claim.paidUntil.getTime() - services.now().getTime();
  const stage = left <= lastDays * dayMs ? lastDays : firstDays;
  if (claim.status !== 'handed_over' || (claim.toldDaysLeft !== null && claim.toldDaysLeft <= stage)) return;
  // Merged listings may have two claims: the last to end counts.
  const last = await findSuccession(tx, { businessId: business.id, ownerId: claim.successorId });
  if (last?.id !== claim.id) return;
  await tx.update(claims).set({ toldDaysLeft: stage }).where(eq(claims.id, claim.id));
  const [to] = await tx.select().from(users).where(eq(users.id, claim.successorId));
  if (to !== undefined && to.bannedAt === null) await mailTimeEnds(tx, { claim, business, to }, services);
}
