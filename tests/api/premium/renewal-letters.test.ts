/** A yearly payment is announced 30 days before it: once, with its sum and day, and with the way out. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sendRenewalLetters } from '#features/billing/server/renewal-letters.ts';
import type { Database } from '#server/db/client.ts';
import { subscriptions } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;

async function subscriber(interval: 'monthly' | 'yearly' = 'yearly') {
  const owner = await site.desk.owner();
  const cents = interval === 'monthly' ? 2900 : 29_000;
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner, interval), { cents });
  await site.desk.deliverAll();
  const { id, paidThrough } = only(await site.desk.subscriptionsOf(owner), 'plan');
  const dueAt = found(paidThrough, 'paid time');
  return { ...owner, plan: id, dueAt, day: formatDate(dueAt, site.desk.services.city.facts.timeZone) };
}

/** The letters of a day so long before the payment, of a job that runs twice. */
async function remind({ dueAt }: { dueAt: Date }, daysBefore: number): Promise<void> {
  const now = () => new Date(dueAt.getTime() - daysBefore * dayMs);
  for (const _ of [1, 2]) await sendRenewalLetters({ ...site.desk.services, now });
}

const mailsTo = async ({ user }: Person) =>
  (await queuedMail(database.pool))
    .filter(({ to, subject }) => to === user.email && subject.startsWith('Premium renews'))
    .map(({ subject, text, replyTo }) => ({ subject, replyTo, text: text.replace(/\s+/g, ' ') }));

const post = async (person: Person, path: string, body: object) => {
  await answerOf(await person.browser.post(path, { body }));
  await site.desk.deliverAll();
};

it('names sum, day, what it is for and the way out, once for each year', async () => {
  const owner = await subscriber();
  await remind(owner, 30.1);
  expect(await mailsTo(owner)).toEqual([]);
  await remind(owner, 29.9);
  const mail = only(await mailsTo(owner), 'mail');
  expect(mail.subject).toBe(`Premium renews on ${owner.day}: $290`);
  expect(mail.text).toContain(
    `Your Premium for all your listings renews on ${owner.day}. Your card is charged $290 on that day, and that pays for the next year.`,
  );
  expect(mail.text).toContain(
    `To pay by the month instead, $29 a month, or to cancel, open your dashboard before ${owner.day}`,
  );
  expect(mail.text).not.toContain('discount');
  expect(mail.replyTo?.address).toBe(site.desk.services.city.facts.contact.email);
  await remind(owner, 3);
  expect(await mailsTo(owner)).toHaveLength(1);
  site.desk.pass(366);
  await site.desk.deliverAll();
  const [plan] = await site.desk.subscriptionsOf(owner);
  await remind({ dueAt: found(plan?.paidThrough, 'paid time') }, 20);
  expect(await mailsTo(owner)).toHaveLength(2);
});

it('is neither lost nor doubled where the job stops before its end, or runs twice at once', async () => {
  const owner = await subscriber();
  const services = { ...site.desk.services, now: () => new Date(owner.dueAt.getTime() - 20 * dayMs) };
  const transaction = (work: (tx: Database) => Promise<void>) =>
    database.db.transaction(async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  const stopped = { transaction, select: database.db.select.bind(database.db) } as unknown as Database;
  await expect(sendRenewalLetters({ ...services, db: stopped })).rejects.toThrow('killed');
  expect(await mailsTo(owner)).toEqual([]);
  await Promise.all([sendRenewalLetters(services), sendRenewalLetters(services)]);
  expect(await mailsTo(owner)).toHaveLength(1);
});

it('is none for a plan by the month, a plan that ends, one whose payment is owed or disputed, and an account that goes', async () => {
  const monthly = await subscriber('monthly');
  const canceled = await subscriber();
  await post(canceled, '/api/billing/cancel', { id: canceled.plan });
  const [owing, disputing, leaving] = [await subscriber(), await subscriber(), await subscriber()];
  await database.db.update(subscriptions).set({ failedAt: new Date() }).where(eq(subscriptions.id, owing.plan));
  await database.db.update(subscriptions).set({ suspendedAt: new Date() }).where(eq(subscriptions.id, disputing.plan));
  await database.pool.query('insert into account_deletions (user_id, due_at) values ($1, $2)', [
    leaving.user.id,
    leaving.dueAt,
  ]);
  for (const owner of [monthly, canceled, owing, disputing, leaving]) {
    await remind(owner, 20);
    expect(await mailsTo(owner)).toEqual([]);
  }
  // A cancellation that is taken back in the last days is announced, too.
  await post(canceled, '/api/billing/keep', { id: canceled.plan });
  await remind(canceled, 10);
  expect(await mailsTo(canceled)).toHaveLength(1);
});

it('says what comes where the plan becomes a monthly one', async () => {
  const owner = await subscriber();
  await post(owner, '/api/billing/interval', { interval: 'monthly' });
  await remind(owner, 20);
  const mail = only(await mailsTo(owner), 'mail');
  expect(mail.subject).toBe(`Premium renews on ${owner.day}: $29`);
  expect(mail.text).toContain(
    `As you asked, it costs $29 a month from then on instead of $290 a year: your card is charged $29 on that day, for the first month.`,
  );
  expect(mail.text).toContain(`To stay with $290 a year, or to cancel, open your dashboard before ${owner.day}`);
  expect(mail.text).not.toContain('next year');
});

it('takes a discount off the sum that it names', async () => {
  const owner = await subscriber();
  const staff = await site.desk.person({ role: 'staff' });
  await post(staff, `/api/staff/billing/subscriptions/${owner.plan}/discount`, {
    ...{ id: randomUUID(), percentOff: 20, months: null, reason: 'The site was slow' },
  });
  await remind(owner, 20);
  const mail = only(await mailsTo(owner), 'mail');
  expect(mail.subject).toBe(`Premium renews on ${owner.day}: $232`);
  expect(mail.text).toContain('Your discount of 20 percent is taken off already.');
});
