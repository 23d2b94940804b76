import { beforeEach, expect, it } from 'vitest';
import { listingManagers } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { aStaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
beforeEach(() => forgetQueuedMail(database.pool));

it('mails a recommendation to the owner and to the managers who may answer it', async () => {
  const { db } = database;
  const office = await aStaffOffice(database);
  const ownerId = office.ownerUser.id;
  const { id: businessId } = await aBusiness(db, { slug: 'oak-bakery', name: 'Oak Bakery', ownerId });
  const place = { businessId, invitedBy: ownerId };
  const max = await aUser(db, { email: 'max@example.com', emailVerifiedAt: new Date() });
  const closed = await aUser(db, { emailVerifiedAt: new Date(), bannedAt: new Date() });
  const unconfirmed = await aUser(db, { emailVerifiedAt: null });
  for (const { id: userId } of [max, closed, unconfirmed]) {
    await db.insert(listingManagers).values({ ...place, userId });
  }
  const body = { name: 'Maria', email: 'maria@example.org', text: 'Best rye bread.' };
  expect((await office.visitor.post('/api/businesses/oak-bakery/recommendations', { body })).status).toBe(201);
  const token = /confirm\?token=([\w-]+)/.exec((await queuedMail(database.pool)).at(-1)?.text ?? '')?.[1];
  await forgetQueuedMail(database.pool);
  await office.visitor.post('/api/recommendations/confirmation', { body: { token } });
  const mails = await queuedMail(database.pool);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [office.ownerUser.email, 'Maria recommends Oak Bakery'],
    ['max@example.com', 'Maria recommends Oak Bakery'],
  ]);
});
