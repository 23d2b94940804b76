/** An owner reports a message: staff get it with the sender's address, the owner sees that it is reported. */
import { expect, it } from 'vitest';
import type { OwnMessage } from '#features/business-messages/own-contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { addPost } from '#features/conversations/server/posts.ts';
import { businessMessages, reports } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();

it('goes to the reports of staff once, and only from its owner', async () => {
  const { owner, ownerUser, staff, visitor } = await aStaffOffice(database);
  const { id: businessId } = await aBusiness(database.db, { ownerId: ownerUser.id, name: 'Oak Bakery' });
  const other = await aBusiness(database.db);
  const sent = { name: 'Ada', email: 'ada@example.org', text: 'Buy my links' };
  const [mine, foreign] = await database.db
    .insert(businessMessages)
    .values([
      { businessId, ...sent },
      { businessId: other.id, ...sent },
    ])
    .returning({ id: businessMessages.id });
  await forgetQueuedMail(database.pool);

  const report = (id?: string, from = owner) => from.post(`/api/user/messages/${id}/report`, { body: {} });
  expect(await answerOf<OwnMessage>(await report(mine?.id))).toMatchObject({ isReported: true });
  expect((await report(mine?.id)).status).toBe(200);
  expect((await report(foreign?.id)).status).toBe(404);
  expect((await report(mine?.id, visitor)).status).toBe(401);

  expect(await answerOf<Conversation[]>(await staff.get('/api/staff/conversations?kind=report'))).toMatchObject([
    { reason: 'message', text: 'Ada wrote: Buy my links', email: 'ada@example.org', business: { name: 'Oak Bakery' } },
  ]);
  expect(await database.db.select().from(reports)).toHaveLength(1);
  expect(await queuedMail(database.pool)).toMatchObject([{ subject: 'Report: a message to Oak Bakery' }]);
  const [shown] = await answerOf<OwnMessage[]>(await owner.get('/api/user/messages'));
  expect(shown).toMatchObject({ isReported: true });
  expect(JSON.stringify(shown)).not.toContain('ada@example.org');
});

it('says how many words of a long talk are left out in the mail', async () => {
  const { owner, ownerUser } = await aStaffOffice(database);
  const { id: businessId } = await aBusiness(database.db, { ownerId: ownerUser.id, name: 'Oak Bakery' });
  const sent = { businessId, name: 'Ada', email: 'ada@example.org', text: 'First' };
  for (const [later, said] of [
    [3, '(1 message is left out here.)'],
    [4, '(2 messages are left out here.)'],
  ] as const) {
    const { id } = only(await database.db.insert(businessMessages).values(sent).returning(), 'message');
    for (let post = 0; post < later; post++) {
      const text = `${post} ${'word '.repeat(800)}`;
      await addPost(database.db, { id, kind: 'business' }, { kind: 'reply', text, at: new Date() });
    }
    await forgetQueuedMail(database.pool);
    await answerOf(await owner.post(`/api/user/messages/${id}/report`, { body: {} }));
    expect(only(await queuedMail(database.pool), 'mail').text).toContain(said);
  }
});
