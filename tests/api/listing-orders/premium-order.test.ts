/** Premium of a $99 order: it begins when the listing is made, and ends after three months or with a refund. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sendPremiumEndLetters } from '#features/listing-orders/server/premium-end-letters.ts';
import type { StaffOrder } from '#features/listing-orders/staff-contract.ts';
import { refreshPremium } from '#features/premium/server/derive-premium.ts';
import { businesses } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { confirmation, orderSite } from '#tests/support/order-site.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = orderSite();
const { visitor, begin, pay, orders, mails, confirm } = site;

/** A premium order that is paid, the listing that staff have made of it, and what staff can do. */
async function aPremiumOrder() {
  const { db, pool } = site.database;
  const payer = visitor();
  await pay(await begin(payer, { amount: 99, plan: 'premium' }));
  await confirm(payer, { ...confirmation, plan: 'Premium' });
  await forgetQueuedMail(pool);
  const stella = await aUser(db, { role: 'staff', username: 'stella' });
  const staff = visitor().withSession(await aSession(db, stella.id));
  const [order] = await orders();
  const figs = await aBusiness(db, { slug: 'figs', name: 'Figs' });
  return {
    press: (what: 'done' | 'refund', body: object) =>
      staff.post(`/api/staff/listing-orders/${order?.id}/${what}`, { body }),
    premiumUntil: async () => {
      await workOffJobs(site.services);
      const [row] = await db.select().from(businesses).where(eq(businesses.id, figs.id));
      return row?.premiumExpiresAt ?? null;
    },
    /** Runs the scheduled jobs twice, because each of them may run again. */
    clock: async (at: number) => {
      site.now = new Date(at);
      for (const _ of [1, 2]) {
        await refreshPremium(db, 'all', site.now);
        await sendPremiumEndLetters(site.services);
      }
    },
  };
}

it('begins with its listing, and ends by itself, told before and then', async () => {
  const { press, premiumUntil, clock } = await aPremiumOrder();
  await aBusiness(site.database.db, { slug: 'waiting', status: 'pending' });
  for (const business of [undefined, 'no-such', 'waiting']) {
    const refusal = await problemOf(await press('done', { note: '', business }));
    expect(refusal).toMatchObject({ status: 422, fields: { business: /./ } });
  }
  const business = 'https://oakbend.example/business/figs?from=mail';
  const done = await answerOf<StaffOrder>(await press('done', { note: '', business, evenSo: true }));
  expect(done.business).toEqual({ id: expect.any(String), slug: 'figs', name: 'Figs', isPublic: true });
  const end = await premiumUntil();
  expect(done.premiumUntil).toBe(end?.toISOString());
  const until = end?.getTime() ?? 0;
  const days = (until - site.now.getTime()) / dayMs;
  expect([days > 88, days < 93]).toEqual([true, true]);
  expect(await mails()).toEqual([['ana@example.com', 'Figs is set up']]);
  await forgetQueuedMail(site.database.pool);

  await clock(until - 8 * dayMs);
  expect(await mails()).toEqual([]);
  await clock(until - 6 * dayMs);
  const notice = ['ana@example.com', expect.stringMatching(/^Premium for Figs ends on \w+ \d+, \d+$/)];
  expect(await mails()).toEqual([notice]);
  await clock(until);
  expect(await premiumUntil()).toBeNull();
  expect(await mails()).toEqual([notice, ['ana@example.com', 'Premium for Figs has ended']]);
  const { data } = await site.stripe.charges.list({ limit: 100 });
  expect(data.map(({ amount }) => amount)).toEqual([9900]);
});

it('outlives a part of its payment, and ends once all of that is given back', async () => {
  const { press, premiumUntil } = await aPremiumOrder();
  await press('done', { note: '', business: 'figs', evenSo: true });
  expect(await premiumUntil()).not.toBeNull();
  const refund = async (cents?: number) =>
    answerOf<StaffOrder>(await press('refund', { id: randomUUID(), cents, reason: 'Not in our area' }));
  expect(await refund(3000)).toMatchObject({ status: 'handled', refundedAt: null, refunds: [{ cents: 3000 }] });
  expect(await premiumUntil()).not.toBeNull();
  expect(await refund()).toMatchObject({ status: 'withdrawn', refunds: [{ cents: 3000 }, { cents: 6900 }] });
  expect(await premiumUntil()).toBeNull();
});
