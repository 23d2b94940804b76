/** A ban ends a claim that is still at the payment page; after its undo the person claims anew. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';

const bakery = bakeryClaims();
const { site, database, row, statusOf, audited, aClaim, holdOf, ownerId } = bakery;

const ban = async () =>
  answerOf<{ undoId: string; rejected: number }>(
    await bakery.stella.browser.write('PUT', `/api/staff/people/${bakery.ada.user.id}/ban`, {
      body: { banned: true, reason: 'Spam' },
    }),
  );
const begin = async () =>
  (await answerOf<{ sessionId: string }>(await site.desk.start(bakery.ada, bakery.business.id))).sessionId;
const pageOf = async (sessionId: string) => (await site.desk.stripe.checkout.sessions.retrieve(sessionId)).status;

it('ends with its payment page, without a mail, and the undo of the ban lets the person claim anew', async () => {
  const { ada, stella } = bakery;
  const sessionId = await begin();
  expect([await statusOf(ada), await pageOf(sessionId)]).toEqual(['pending', 'open']);
  const { undoId, rejected } = await ban();
  expect([rejected, await statusOf(ada)]).toEqual([0, 'withdrawn']);
  await site.desk.settle();
  expect([await pageOf(sessionId), await audited()]).toEqual(['expired', ['claim.withdrawn']]);
  expect((await queuedMail(database.pool)).filter(({ to }) => to === ada.user.email)).toEqual([]);
  const [line] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'claim.withdrawn'));
  expect(line).toMatchObject({ actorId: stella.user.id, data: { because: 'the person was banned' } });

  await answerOf(await stella.browser.post('/api/staff/undo', { body: { subjectId: undoId } }));
  expect(await statusOf(ada)).toBe('withdrawn');
  // The ban ended the session.
  const browser = new TestBrowser(site.desk.app).withSession(await aSession(database.db, ada.user.id));
  expect((await site.desk.start({ ...ada, browser }, bakery.business.id)).status).toBe(200);
});

it('charges nothing and gives nothing when the card was given in the same moment', async () => {
  const { ada } = bakery;
  const sessionId = await begin();
  await site.desk.pay(sessionId);
  await ban();
  await site.desk.settle();
  expect([await statusOf(ada), await site.desk.chargedCents(ada), await ownerId()]).toEqual(['withdrawn', 0, null]);
  const subscriptions = await site.desk.stripe.subscriptions.list({ status: 'all', limit: 100 });
  const { id } = ada.user;
  expect(subscriptions.data.filter(({ metadata, status }) => metadata.user_id === id && status !== 'canceled')).toEqual(
    [],
  );
});

it('leaves a claim in review where it is, unless staff reject what waits', async () => {
  const { ada } = bakery;
  await aClaim(ada);
  await ban();
  expect([await statusOf(ada), await holdOf(ada)]).toEqual(['in_review', 'trialing']);
  expect((await row(ada))?.cancelledAt).toBeNull();
});
