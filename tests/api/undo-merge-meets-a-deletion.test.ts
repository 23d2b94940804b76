/** An undo of a merge and the deletion of the owner's account at the same moment: one waits for the other, and none is ended. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { deleteOwnAccount } from '#features/accounts/server/delete-account.ts';
import { staffActs, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();

it('the deletion waits with no listing of the merge in its hands', async () => {
  const { db, pool } = database;
  const services = testServices(database);
  const clerk = await aUser(db, { role: 'staff' });
  const staff = new TestBrowser(createApi(services)).withSession(await aSession(db, clerk.id));
  const olga = await aUser(db, { email: 'olga@example.com', emailVerifiedAt: new Date() });
  const goes = await aBusiness(db, { email: null });
  const stays = await aBusiness(db, { ownerId: olga.id, email: 'olga@example.com' });
  await answerOf(await staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id } }));
  // The undo locks its act first, then the listing.
  const undo = await pool.connect();
  let deletion: Promise<void> | undefined;
  try {
    await undo.query('begin');
    await undo.query("select 1 from staff_acts where kind = 'merge' for update");
    deletion = deleteOwnAccount({ id: olga.id, role: olga.role }, services, beforeDeletion);
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBe(1);
    await undo.query('select 1 from businesses where id = $1 for update nowait', [stays.id]);
  } finally {
    await undo.query('rollback');
    undo.release();
    await deletion;
  }
  expect(await db.$count(users, eq(users.id, olga.id))).toBe(0);
  expect(await db.$count(staffActs)).toBe(0);
});
