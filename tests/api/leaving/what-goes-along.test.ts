/** Besides plans, a deletion of the account takes managers and open orders along: the page names them, and managers are told. */
import { expect, it } from 'vitest';
import { listingManagers, listingOrders } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { leavingSite } from '#tests/support/leaving-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';

const { site, database, read, remove, passwordHash } = leavingSite();

it('names a listing that is paid for and not set up yet', async () => {
  const person = await site.desk.person({});
  const order = { plan: 'standard', amountCents: 4900, userId: person.user.id } as const;
  await database.db.insert(listingOrders).values([
    { ...order, status: 'paid', businessName: 'Figs', createdAt: new Date() },
    { ...order, status: 'handled', businessName: 'Jam', createdAt: new Date() },
  ]);
  expect(await read(person)).toMatchObject({ openOrders: ['Figs'] });
});

it('names the managers, who are told and lose the listing', async () => {
  const person = await site.desk.person({ passwordHash: passwordHash() });
  const manager = await aUser(database.db, {
    username: 'manny',
    email: 'manny@example.com',
    emailVerifiedAt: new Date(),
  });
  const { id } = await aBusiness(database.db, { name: 'Circle Bakery', ownerId: person.user.id });
  await database.db.insert(listingManagers).values({ businessId: id, userId: manager.id, invitedBy: person.user.id });
  expect(await read(person)).toMatchObject({ managed: [{ business: 'Circle Bakery', managers: ['manny'] }] });
  await forgetQueuedMail(database.pool);
  expect((await remove(person)).status).toBe(200);
  const [mail] = (await queuedMail(database.pool)).filter(({ to }) => to === 'manny@example.com');
  expect(mail).toMatchObject({
    subject: 'The managers of Circle Bakery have changed',
    text: expect.stringMatching(/You no longer manage[\s\S]+Its owner has closed the account/),
  });
  expect(await database.db.$count(listingManagers)).toBe(0);
});
