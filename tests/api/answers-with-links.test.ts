/** An owner's answer keeps the links to what is the listing's own. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnMessage } from '#features/business-messages/own-contract.ts';
import { businesses, businessMessages } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();

it('in the text and the HTML of the mail, as long as the listing is in the directory', async () => {
  const { id: ownerId } = await aUser(database.db);
  const owner = new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, ownerId));
  const { id: businessId } = await aBusiness(database.db, {
    ...{
      ownerId,
      website: 'https://www.oak-bakery.example.com/home',
      email: 'counter@mail.example',
      phone: '210.555.0110',
    },
  });
  const ada = { businessId, name: 'Ada', email: 'ada@example.org', text: 'Do you bake?' };
  const { id } = only(await database.db.insert(businessMessages).values(ada).returning(), 'message');
  const places = async () =>
    ((await (await owner.get('/api/user/messages')).json()) as OwnMessage[])[0]?.business.places;
  expect(await places()).toEqual(['oak-bakery.example.com', 'counter@mail.example']);
  const stays =
    'oak-bakery.example.com/cakes?day=1 https://shop.oak-bakery.example.com counter@mail.example 210.555.0110 http://oakbend.example/events';
  await owner.post(`/api/user/messages/${id}/answer`, { body: { answer: `${stays} but other.example.com` } });
  const { text = '', html } = only(await queuedMail(database.pool), 'mail');
  expect(text.replaceAll('\n> ', ' ')).toContain(`${stays} but other. example. com`);
  expect(html).toContain(`${stays} but other. example. com`);
  // Nobody vouches for the website of a listing that is not shown.
  await database.db.update(businesses).set({ status: 'hidden' }).where(eq(businesses.id, businessId));
  expect(await places()).toEqual([]);
});
