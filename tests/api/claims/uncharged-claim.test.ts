/** Each way in which a claim ends without approval: the card is not charged, and the claimant gets a mail. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { deleteOwnAccount } from '#features/accounts/server/delete-account.ts';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import { businesses, claims } from '#server/db/schema/index.ts';
import { reasonMissing } from '#shared/reason.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import { found } from '#tests/support/found.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const bakery = bakeryClaims();
const { site, database } = bakery;
const { row, statusOf, ownerId, subjects, audited, holdOf, aClaim, decide } = bakery;

describe('without approval nothing is charged', () => {
  it.each([
    ['rejected', async (id: string) => decide(id, 'reject', { reason: 'This is another bakery.' })],
    ['withdrawn', async (id: string) => bakery.ada.browser.post(`/api/claims/${id}/withdraw`)],
    [
      'lapsed',
      async () => {
        site.desk.aheadMs = 13 * dayMs - minuteMs;
        await handleDueClaims(site.desk.services);
        expect(await statusOf(bakery.ada)).toBe('in_review');
        site.desk.aheadMs = 13 * dayMs + minuteMs;
        await handleDueClaims(site.desk.services);
        return null;
      },
    ],
  ])('%s', async (status, act) => {
    const id = await aClaim(bakery.ada);
    const answer = await act(id);
    expect(answer?.status ?? 200).toBe(200);
    await site.desk.settle();
    expect([
      await statusOf(bakery.ada),
      await holdOf(bakery.ada),
      await site.desk.chargedCents(bakery.ada),
      await ownerId(),
    ]).toEqual([status, 'canceled', 0, null]);
    const letters = (await queuedMail(database.pool)).filter((mail) => mail.to === 'ada@example.com');
    expect(letters.at(-1)?.text.replace(/\s+/g, ' ')).toContain(
      'Nothing was charged to your card for it, and nothing will be.',
    );
    expect(await audited()).toEqual(['claim.submitted', `claim.${status}`]);
    expect((await row(bakery.ada))?.cancelledAt).not.toBeNull();
    expect((await decide(id, 'approve')).status).toBe(409);
    expect((await decide(id, 'reject', { reason: 'Too late anyway.' })).status).toBe(409);
    expect((await bakery.ada.browser.post(`/api/claims/${id}/withdraw`)).status).toBe(409);
    // It can be claimed again.
    site.desk.aheadMs = 0;
    expect((await site.desk.start(bakery.ada, bakery.business.id)).status).toBe(200);
  });

  it('shows the claimant why, and asks staff for a reason', async () => {
    const id = await aClaim(bakery.ada);
    expect((await problemOf(await decide(id, 'reject', { reason: 'no' }))).fields).toEqual({
      reason: reasonMissing,
    });
    await answerOf(await decide(id, 'reject', { reason: 'This is another bakery.' }));
    expect(await site.desk.claimOf(bakery.ada)).toMatchObject({
      status: 'rejected',
      reason: 'This is another bakery.',
    });
  });

  it('nor for whoever pays after the listing has found its owner, or was withdrawn from under the page', async () => {
    const [one, two] = await Promise.all(
      [bakery.ada, bakery.bob].map((person) => site.desk.start(person, bakery.business.id)),
    );
    const sessions = await Promise.all([one, two].map((answer) => answerOf<{ sessionId: string }>(answer as Response)));
    await database.db.update(businesses).set({ ownerId: bakery.stella.user.id });
    await bakery.bob.browser.post(`/api/claims/${(await row(bakery.bob))?.id}/withdraw`);
    // The job that ends the page has not run yet.
    for (const { sessionId } of sessions) await site.desk.pay(sessionId);
    await site.desk.settle();
    expect([await statusOf(bakery.ada), await holdOf(bakery.ada)]).toEqual(['superseded', 'canceled']);
    expect([await statusOf(bakery.bob), await holdOf(bakery.bob)]).toEqual(['withdrawn', 'canceled']);
    expect((await site.desk.chargedCents(bakery.ada)) + (await site.desk.chargedCents(bakery.bob))).toBe(0);
  });

  it('nor for whoever never gives a card: the claim ends with its page', async () => {
    const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(bakery.ada, bakery.business.id));
    site.desk.aheadMs = 32 * minuteMs;
    await handleDueClaims(site.desk.services);
    await site.desk.settle();
    expect(await statusOf(bakery.ada)).toBe('expired');
    expect((await site.desk.stripe.checkout.sessions.retrieve(sessionId)).status).toBe('expired');
    expect(await subjects('ada@example.com')).toEqual([]);
  });

  it('nor for whoever leaves: with the account its open claims go', async () => {
    await aClaim(bakery.ada);
    const claim = await row(bakery.ada);
    const { user } = bakery.ada;
    await deleteOwnAccount({ id: user.id, role: user.role }, site.desk.services, beforeDeletion);
    await site.desk.settle();
    const [after] = await database.db
      .select()
      .from(claims)
      .where(eq(claims.id, found(claim, 'claim').id));
    expect([after?.status, after?.userId]).toEqual(['withdrawn', null]);
    const hold = await site.desk.stripe.subscriptions.retrieve(claim?.subscriptionId ?? '').catch(() => null);
    expect(hold?.status ?? 'canceled').toBe('canceled');
  });
});
