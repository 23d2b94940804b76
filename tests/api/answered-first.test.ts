/** Messages from people with Premium stand first in the staff's list, on each page. */
import { beforeEach, expect, it } from 'vitest';
import type { QueueItem } from '#features/approvals/contract.ts';
import { composeContactMessage } from '#features/contact/contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { contactMessages } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const premiumExpiresAt = new Date(Date.now() + 86_400_000);
const message = (name: string, email: string) => ({ name, email, message: 'Hello' });

/** Reads all pages of a list by following its Link headers. */
async function everything<T>(from: string): Promise<T[]> {
  const all: T[] = [];
  for (let path: string | undefined = from; path !== undefined; ) {
    const response: Response = await office.staff.get(path);
    path = /<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1];
    all.push(...(await answerOf<T[]>(response)));
  }
  return all;
}

it('puts the messages of premium owners first, on every page, and nothing twice', async () => {
  const { db } = database;
  await aBusiness(db, { ownerId: office.ownerUser.id, premiumExpiresAt });
  const former = await aUser(db, { email: 'former@example.com' });
  await aBusiness(db, { ownerId: former.id, premiumExpiresAt: new Date(Date.now() - 1) });
  const crowd = Array.from({ length: 53 }, (_, at) => message(`Visitor ${at}`, 'ada@example.com'));
  await db
    .insert(contactMessages)
    .values([
      ...crowd.slice(0, 30),
      message('First', 'Olga@Example.com'),
      message('Former', 'former@example.com'),
      ...crowd.slice(30),
      message('Second', 'olga@example.com'),
    ]);
  const queue = await everything<QueueItem>('/api/staff/queue?kind=message');
  const list = await everything<Conversation>('/api/staff/conversations');
  const named = (names: (string | undefined)[]) => names.slice(0, 2).toSorted();
  expect(named(queue.map((item) => (item.kind === 'message' ? item.conversation.name : '')))).toEqual([
    'First',
    'Second',
  ]);
  expect(named(list.map(({ name }) => name))).toEqual(['First', 'Second']);
  for (const all of [queue, list]) {
    expect(all.map(({ isPremium }) => isPremium)).toEqual([true, true, ...Array(54).fill(false)]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(56);
  }
});

it("puts a premium owner's edit before a stranger's older message, and says so in the mail of a message", async () => {
  const { db } = database;
  await db
    .insert(contactMessages)
    .values({ ...message('Ada', 'ada@example.com'), createdAt: new Date(Date.now() - 86_400_000) });
  const own = await aBusiness(db, { ownerId: office.ownerUser.id, premiumExpiresAt, description: 'Bread and cakes.' });
  const [category, address] = [(await aCategory(db)).slug, '12 Oak Street, Oakbend'];
  const body = { name: 'Renamed', description: own.description, address, category, version: own.version };
  await answerOf(await office.owner.write('PUT', `/api/businesses/${own.id}`, { body }));
  const items = await everything<QueueItem>('/api/staff/queue');
  expect(items.map(({ kind, isPremium }) => [kind, isPremium])).toEqual([
    ['change', true],
    ['message', false],
  ]);
  await forgetQueuedMail(database.pool);
  const text = { subject: 'My listing', message: 'Please look at my new sign.' };
  for (const email of ['olga@example.com', 'ada@example.com']) {
    await office.visitor.post('/api/contact', { body: composeContactMessage({ name: 'Olga', email, ...text }) });
  }
  const mails = await queuedMail(database.pool);
  expect(mails.map((mail) => mail.text.includes('This address has Premium'))).toEqual([true, false]);
});
