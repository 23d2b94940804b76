/** The neighbor is mailed an owner's answer once, with a page that is there. */
import { expect, it } from 'vitest';
import { businesses, recommendations } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { only } from '#tests/support/found.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();

it('an answer while the listing has no page is not mailed; the next one is, once', async () => {
  const { db, pool } = database;
  const { owner, ownerUser } = await aStaffOffice(database);
  const { id: businessId } = await aBusiness(db, { ownerId: ownerUser.id });
  const said = {
    businessId,
    name: 'Maria',
    email: 'maria@example.org',
    status: 'shown',
    confirmedAt: new Date(),
  } as const;
  const { id } = only(await db.insert(recommendations).values(said).returning(), 'recommendation');
  const path = `/api/user/recommendations/${id}/answer`;
  const remove = () => owner.write('DELETE', path);
  const answer = async (text: string) => answerOf(await owner.post(path, { body: { answer: text } }));
  const before = await queuedMail(pool);
  await db.update(businesses).set({ status: 'pending' });
  await answer('While it waits.');
  await answerOf(await remove());
  expect(await queuedMail(pool)).toEqual(before);
  await db.update(businesses).set({ status: 'approved' });
  for (const text of ['Here it is.', 'Once more.']) {
    await answer(text);
    await answerOf(await remove());
  }
  const later = (await queuedMail(pool)).slice(before.length);
  expect(later).toMatchObject([{ to: said.email, text: expect.stringContaining('Here it is.') }]);
});
