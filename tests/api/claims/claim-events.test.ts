/** Events about claims arrive in any order, twice, at the same time, or never: the final rows are the same. */
import { asc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { objectsOfEvent } from '#features/billing/server/objects-of-event.ts';
import { syncObject, syncRun } from '#features/billing/server/stripe-syncs.ts';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import { auditLog, businesses, claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite();
const { database } = site;
let baker: Person;
let other: Person;
beforeEach(async () => {
  baker = await site.desk.person({ username: 'baker', email: 'baker@bakery.example', emailVerifiedAt: new Date() });
  other = await site.desk.person({ username: 'other', email: 'other@example.com' });
});

const states = async () =>
  (await database.db.select().from(claims).orderBy(asc(claims.id))).map(({ userId, status }) => [
    userId === other.user.id ? 'other' : 'baker',
    status,
  ]);

/** The same order in every run, so that a failure can be repeated. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  return list
    .map((value) => ({ value, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

it('two claims on each of four listings, every event twice, shuffled and six at once', async () => {
  const categoryId = (await aCategory(database.db)).id;
  const bakers: Person[] = [];
  for (let n = 0; n < 4; n++) {
    const { id } = await aBusiness(database.db, { categoryId, website: `https://bakery-${n}.example` });
    const own = await site.desk.person({ email: `baker@bakery-${n}.example`, emailVerifiedAt: new Date() });
    bakers.push(own);
    // Their order differs, too.
    for (const person of n % 2 === 0 ? [own, other] : [other, own]) await site.desk.paidClaim(person, id);
  }
  const run = syncRun(site.desk.services);
  for (let round = 1; ; round++) {
    const objects = site.desk.takeEvents().flatMap(objectsOfEvent);
    const told = shuffled([...objects, ...objects], round);
    for (let at = 0; at < told.length; at += 6) {
      await Promise.all(told.slice(at, at + 6).map((object) => syncObject(stripeSyncs, run, object)));
    }
    await workOffJobs(site.desk.services);
    if (objects.length === 0) break;
  }
  const rows = await states();
  expect(rows.filter(([who]) => who === 'baker').map(([, status]) => status)).toEqual(Array(4).fill('approved'));
  expect(rows.filter(([who]) => who === 'other').map(([, status]) => status)).toEqual(Array(4).fill('superseded'));
  const owners = await database.db.select({ ownerId: businesses.ownerId }).from(businesses).orderBy(asc(businesses.id));
  expect(owners.map(({ ownerId }) => ownerId)).toEqual(bakers.map(({ user }) => user.id));
  const charged = await Promise.all([other, ...bakers].map((person) => site.desk.chargedCents(person)));
  expect(charged).toEqual([0, 2500, 2500, 2500, 2500]);
  const actions = (await database.db.select().from(auditLog)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'claim.approved')).toHaveLength(4);
  expect(actions.filter((action) => action === 'claim.superseded')).toHaveLength(4);
});

it('finds by itself what no event told: the card, the job that was lost, and the page that ran out', async () => {
  const paid = await aBusiness(database.db, { website: 'https://bakery.example' });
  const left = await aBusiness(database.db);
  await site.desk.paidClaim(baker, paid.id);
  await site.desk.start(other, left.id);
  site.desk.takeEvents();
  site.desk.aheadMs = 40 * 60_000;
  await handleDueClaims(site.desk.services);
  expect(await states()).toEqual([
    ['baker', 'approved'],
    ['other', 'expired'],
  ]);
  // Both jobs are lost.
  await database.pool.query('delete from pgboss.job');
  site.desk.aheadMs = 3 * 3_600_000;
  await handleDueClaims(site.desk.services);
  await workOffJobs(site.desk.services);
  expect(await site.desk.chargedCents(baker)).toBe(2500);
  const [, unpaid] = await database.db.select().from(claims).orderBy(asc(claims.id));
  expect(
    (await site.desk.stripe.checkout.sessions.retrieve(found(unpaid?.sessionId, 'session of the unpaid claim'))).status,
  ).toBe('expired');
  expect(unpaid?.cancelledAt).not.toBeNull();
});
