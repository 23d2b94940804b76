/** Mails to staff about something that waits lead to its line of the queue, which answers with that one line. */
import { beforeEach, expect, it } from 'vitest';
import type { QueueItem } from '#features/approvals/contract.ts';
import { sendClaimMail } from '#features/claims/server/claim-letters.ts';
import { mailPaidOrderToStaff } from '#features/listing-orders/server/order-letters.ts';
import { claims, listingOrders } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBusinessForm } from '#tests/factories/a-business-form.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { found, only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const today = dayOf(new Date(), 'America/Chicago');
const tomorrow = new Date(Date.now() + 86_400_000);
const post = (path: string, body: object) => office.owner.post(path, { body });

/** Something of each kind that comes to staff by mail; the mail is sent as visitors and owners cause it. */
const sent = {
  listing: async () => {
    await aCategory(database.db, { slug: aBusinessForm.category });
    await answerOf(await post('/api/businesses', aBusinessForm));
  },
  correction: async () => {
    const { slug } = await aBusiness(database.db);
    const body = { field: 'phone', right: '210-555-0199', source: 'It says so on the door.', email: '' };
    await answerOf(await office.visitor.post(`/api/businesses/${slug}/corrections`, { body }));
  },
  announcement: async () => {
    const { id } = await aBusiness(database.db, { ownerId: office.ownerUser.id });
    const body = { text: 'From Monday on we open at 7.', url: '', until: addDays(today, 20) };
    await answerOf(await post(`/api/businesses/${id}/announcements`, body));
  },
  suggestion: async () => {
    const { id } = await aBusiness(database.db, { ownerId: office.ownerUser.id });
    const when = { startsOn: addDays(today, 10), startTime: '18:00' };
    const body = { title: 'Fig tasting', category: 'business', location: 'Fig', description: 'Ten kinds of figs.' };
    await answerOf(await post(`/api/businesses/${id}/events`, { ...body, ...when }));
  },
};

async function aClaim() {
  const business = await aBusiness(database.db);
  const times = {
    submittedAt: new Date(),
    dueAt: tomorrow,
    expiresAt: tomorrow,
    askedAt: new Date(),
    question: 'Who?',
  };
  const of = { businessId: business.id, userId: office.ownerUser.id, plan: 'standard', amountCents: 2500 } as const;
  const claim = only(
    await database.db
      .insert(claims)
      .values({ ...of, ...times, status: 'in_review' })
      .returning(),
    'claim',
  );
  return { claim, business, claimant: office.ownerUser };
}

/** Reads the line that the last mail to the town leads to. */
async function mailedLine(): Promise<QueueItem> {
  const { text } = found(
    (await queuedMail(database.pool)).findLast(({ to }) => to === 'hello@oakbend.example'),
    'a mail',
  );
  const id = found(/\/staff\?open=([\w-]+)/.exec(text)?.[1], 'a link to a line');
  return only(await answerOf<QueueItem[]>(await office.staff.get(`/api/staff/queue?id=${id}`)), 'line');
}

it.each(Object.entries(sent))('the mail about a new %s leads to its line', async (kind, send) => {
  await send();
  expect((await mailedLine()).kind).toBe(kind);
});

it('so do the mails about a claim, about its answer, and about a paid order', async () => {
  const held = await aClaim();
  const services = testServices(database);
  await database.db.transaction((tx) => sendClaimMail(tx, { letter: 'submitted' }, held, services));
  expect(await mailedLine()).toMatchObject({ kind: 'claim', id: held.claim.id });
  await forgetQueuedMail(database.pool);
  const body = { note: 'I have run it since 2020.', phone: '' };
  await answerOf(await office.owner.write('PUT', `/api/claims/${held.claim.id}/evidence`, { body }));
  expect(await mailedLine()).toMatchObject({ kind: 'claim', id: held.claim.id });

  const paid = { plan: 'standard', amountCents: 4900, email: 'buyer@example.com', status: 'paid' } as const;
  const order = only(
    await database.db
      .insert(listingOrders)
      .values({ ...paid, businessName: 'Paid Pies', paidAt: new Date(), dueAt: tomorrow })
      .returning(),
    'order',
  );
  await database.db.transaction((tx) => mailPaidOrderToStaff(tx, services, order));
  expect(await mailedLine()).toMatchObject({ kind: 'order', id: order.id });
});

it('a line that is decided is not in the answer, and nonsense is refused', async () => {
  await sent.correction();
  const { id } = await mailedLine();
  const closed = await office.staff.post(`/api/staff/corrections/${id}/close`, { body: { as: 'declined' } });
  expect(closed.status).toBe(200);
  expect(await answerOf(await office.staff.get(`/api/staff/queue?id=${id}`))).toEqual([]);
  expect((await office.staff.get('/api/staff/queue?id=none')).status).toBe(400);
  expect((await office.owner.get(`/api/staff/queue?id=${id}`)).status).toBe(403);
});
