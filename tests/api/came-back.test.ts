/** A restore says who is back although they had gone since, as far as the database that it replaces knows. */
import { expect, it } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { accountDeletions, newsletterSubscribers } from '#server/db/schema/index.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { commandTarget } from '#tests/support/command-target.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const { command, inFolder, sql } = commandTarget(database);
const reminder = /\nPeople who deleted their account since that backup are back, .+ "What a restore brings back" .+\n$/;

it('names accounts and readers with what to do; what the site does by itself, and nobody, is not told', {
  timeout: 240_000,
}, async () => {
  const [ada, bob] = [await aUser(database.db), await aUser(database.db)];
  const planned = await aUser(database.db);
  await database.db.insert(accountDeletions).values({ userId: planned.id, dueAt: new Date(), subscriptionIds: [] });
  await database.db.insert(newsletterSubscribers).values([{ email: 'Rita@example.com' }, { email: 'rob@example.com' }]);
  const file = inFolder('site.backup');
  await makeBackup({ url: database.url, uploads: createFolderStore(inFolder('uploads')), file });

  // Nothing was here that could know it.
  const first = await command('data', 'restore', file);
  expect([first.code, first.said]).toEqual([0, expect.stringMatching(reminder)]);
  const again = () => command('data', 'restore', file, '--replace');
  const { said } = await again();
  expect(said).toMatch(/^Restored [^\n]+\n$/);

  for (const { id } of [ada, planned]) {
    await sql(`insert into audit_log (id, actor_kind, action, subject_type, subject_id)
      values (gen_random_uuid(), 'person', 'account.deleted', 'user', '${id}')`);
    await sql(`delete from users where id = '${id}'`);
  }
  await sql(`insert into audit_log (id, actor_kind, action, subject_type, subject_id)
    values (gen_random_uuid(), 'person', 'user.deleted', 'user', gen_random_uuid()::text)`);
  await sql(`update newsletter_subscribers set status = 'unsubscribed' where email = 'Rita@example.com'`);
  const back = await again();
  expect(back.code).toBe(0);
  expect(back.said).toContain(
    `1 account that was deleted is back. Delete it again under "Asked in writing" on its page; "was deleted before the restore" is the sentence:\n  http://localhost:3000/staff/people/${ada.id}\n1 reader who had left the newsletter is back. Delete them again at http://localhost:3000/staff/newsletter/subscribers:\n  Rita@example.com\n`,
  );
  expect(back.said).not.toContain(bob.id);
  expect(back.said).not.toContain(planned.id);
  expect(back.said).not.toMatch(reminder);
});
