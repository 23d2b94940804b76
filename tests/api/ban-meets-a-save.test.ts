/** A ban that takes the queue along, while the person or a colleague is just working on one of these lines. */
import { eq } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { auditLog, businesses, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  office = await aStaffOffice(database);
});

const aSpammer = async () => {
  const spammer = await aUser(database.db, { username: 'nelson', email: 'nelson@example.com' });
  const sent = { ownerId: spammer.id, submittedById: spammer.id, status: 'pending', approvedAt: null } as const;
  return { spammer, listing: await aBusiness(database.db, sent) };
};
const ban = (id: string) =>
  office.staff.write('PUT', `/api/staff/people/${id}/ban`, {
    body: { banned: true, reason: 'Spam', rejectWaiting: true },
  });
const oneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBeGreaterThan(0);

/** Holds a line open in a transaction of its own, as a save or a decision does, while `meanwhile` runs against it. */
async function holding(lock: string, id: string, meanwhile: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock, [id]);
    await meanwhile(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('waits for the save of the person, which names them in the history', async () => {
  const { spammer, listing } = await aSpammer();
  let banned: Promise<Response> | undefined;
  await holding('select 1 from businesses where id = $1 for update', listing.id, async (client) => {
    banned = ban(spammer.id);
    await oneWaits();
    await client.query(
      "insert into audit_log (id, actor_id, action, subject_type, subject_id) values (gen_random_uuid(), $1, 'business.edited', 'business', $2)",
      [spammer.id, listing.id],
    );
    await client.query('commit');
  });
  expect((await banned)?.status).toBe(200);
  const [person] = await database.db.select().from(users).where(eq(users.id, spammer.id));
  const [line] = await database.db.select().from(businesses).where(eq(businesses.id, listing.id));
  expect([person?.bannedAt, line?.status]).toEqual([expect.any(Date), 'rejected']);
});

it('begins anew when it and another one wait for each other', async () => {
  const { spammer, listing } = await aSpammer();
  let banned: Promise<Response> | undefined;
  // Line first, then the person, as nothing of the site does: PostgreSQL ends one of the two.
  await holding('select 1 from businesses where id = $1 for update', listing.id, async (client) => {
    banned = ban(spammer.id);
    await oneWaits();
    await client.query('update users set posting = posting where id = $1', [spammer.id]).catch(() => undefined);
  });
  expect((await banned)?.status).toBe(200);
  const acts = await database.db.select().from(auditLog).where(eq(auditLog.action, 'user.banned'));
  expect(acts).toHaveLength(1);
});

it('repeats a transaction that PostgreSQL has ended for a deadlock, three times at most, and nothing else', async () => {
  const end = (code: string) => Object.assign(new Error('ended'), { code });
  const tries = async (errors: string[]) => {
    let tried = 0;
    const answer = await inTransaction(database.db, async () => {
      const code = errors[tried++];
      if (code !== undefined) throw end(code);
      return 'done';
    }).catch((error: Error & { code?: string }) => error.code);
    return [answer, tried];
  };
  expect(await tries(['40P01', '40P01'])).toEqual(['done', 3]);
  expect(await tries(['40P01', '40P01', '40P01'])).toEqual(['40P01', 3]);
  expect(await tries(['23505'])).toEqual(['23505', 1]);
});
