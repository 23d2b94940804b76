/** A claim that was withdrawn or rejected is no plan any more, before the payment service has let its hold go. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Billing } from '#features/premium/contract.ts';
import { claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const { database } = site;
const billingOf = async ({ browser }: Person) => answerOf<Billing>(await browser.get('/api/billing'));

async function aHeldClaim() {
  const ada = await site.desk.person({});
  const business = await aBusiness(database.db, { name: 'Bakery' });
  await site.desk.paidClaim(ada, business.id, { plan: 'premium', amount: 50 });
  await site.desk.deliverAll();
  expect(await billingOf(ada)).toMatchObject({ plans: [{ business: 'Bakery' }], claimPremium: ['Bakery'] });
  return { ada, id: (await site.desk.claimOf(ada)).id };
}

it('is none at once after it was withdrawn', async () => {
  const { ada, id } = await aHeldClaim();
  await answerOf(await ada.browser.post(`/api/claims/${id}/withdraw`));
  expect(await billingOf(ada)).toMatchObject({ plans: [], claimPremium: [], canManage: true });
});

it.each(['rejected', 'lapsed'] as const)(
  'is none while it is %s, and one again when staff take that back',
  async (status) => {
    const { ada, id } = await aHeldClaim();
    await database.db.update(claims).set({ status }).where(eq(claims.id, id));
    expect((await billingOf(ada)).plans).toEqual([]);
    await database.db.update(claims).set({ status: 'in_review' }).where(eq(claims.id, id));
    expect((await billingOf(ada)).plans).toMatchObject([{ business: 'Bakery', renewsAt: null }]);
  },
);
