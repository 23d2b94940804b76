/** The database hangs, breaks or is slow: who waits, for how long, and what they are told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, type DatabaseClient } from '#server/db/client.ts';
import { DatabaseRefusal } from '#server/db/database-watch.ts';
import { contactMessages } from '#server/db/schema/index.ts';
import { asProblem } from '#server/http/problems.ts';
import { aBreakableLine, type BreakableLine } from '#tests/support/breakable-line.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let line: BreakableLine;
let client: DatabaseClient;

beforeEach(async () => {
  line = await aBreakableLine(database.url);
  // With no limit for a statement, the watch alone ends one that waits.
  client = createDatabase(line.url, { max: 3, name: 'test', statementTimeoutMs: 0 });
  await ask(1);
});
afterEach(async () => {
  line.resume();
  await client.close();
  await line.cut();
});

async function ask(number: number): Promise<number> {
  const { rows } = await client.db.execute<{ n: number }>(sql`select ${number}::int as n`);
  return rows[0]?.n ?? 0;
}

const outcome = <T>(work: Promise<T>): Promise<{ error?: unknown; value?: T }> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** The reason below the query's own error. */
const causeOf = (error: unknown) => (error as Error).cause;

it('tells everybody soon that a database hangs, the next ones at once, and is there again when it is', async () => {
  line.hold();
  const waiting = await Promise.all(Array.from({ length: 40 }, (_, n) => outcome(ask(n))));
  for (const { error } of waiting) {
    expect(asProblem(error)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(String(causeOf(error))).toContain('no answer within 2.5 s');
  }
  expect(client.isInDoubt()).toBe(true);
  const next = await Promise.all(Array.from({ length: 40 }, (_, n) => outcome(ask(n))));
  for (const { error } of next) {
    expect(asProblem(error).code).toBe('unavailable');
    // None was sent, so none waits for an answer.
    expect(causeOf(error)).toBeInstanceOf(DatabaseRefusal);
  }
  expect(client.pool.waitingCount).toBe(0);

  line.resume();
  await expect.poll(() => client.isInDoubt(), { interval: 20 }).toBe(false);
  // The first one who asks then is answered.
  expect(await ask(7)).toBe(7);
  expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([1, 2, 3, 4, 5]);
});

it('does not let a transaction hang, and gives nobody its connection', async () => {
  const begun = Promise.withResolvers<void>();
  const work = outcome(
    client.db.transaction(async (tx) => {
      await tx.insert(contactMessages).values({ name: 'half', email: '-', message: '-' });
      line.hold();
      begun.resolve();
      await tx.execute(sql`select 1`);
    }),
  );
  await begun.promise;
  const { error } = await work;
  expect(asProblem(error, true).message).toContain('cannot tell whether this was saved');
  line.resume();
  await expect.poll(() => ask(3).catch(() => undefined)).toBe(3);
  expect(await database.db.$count(contactMessages)).toBe(0);
});

it('leaves a slow statement alone while the database answers', async () => {
  const slow = outcome(client.db.execute(sql`select pg_sleep(2.5), 5 as n`));
  await sleep(1_300);
  expect(await ask(4)).toBe(4);
  expect(await slow).toMatchObject({ value: { rows: [{ n: 5 }] } });
});

it('gives a statement up at its own limit, and its late answer reaches nobody', async () => {
  const own = createDatabase(line.url, { max: 1, statementTimeoutMs: 0, answerTimeoutMs: 1_200 });
  try {
    const isAnswered = database.db.execute(sql`select pg_sleep(2.4)`).then(() => 'answered');
    const late = outcome(own.db.execute(sql`select pg_sleep(2.4), 1 as n`));
    // The database itself takes as long, and is not waited for.
    expect(await Promise.race([isAnswered, late])).toMatchObject({ error: expect.anything() });
    expect(String(causeOf((await late).error))).toContain('no answer within 1.2 s');
    await isAnswered;
    const { rows } = await own.db.execute<{ n: number }>(sql`select 2 as n`);
    expect(rows).toEqual([{ n: 2 }]);
  } finally {
    await own.close();
  }
});

it('refuses at once when too many wait for a connection', async () => {
  const busy = Array.from({ length: 3 }, () => client.db.execute(sql`select pg_sleep(1)`));
  let isBusy = true;
  void Promise.race(busy).then(() => {
    isBusy = false;
  });
  const many = await Promise.all(
    Array.from({ length: 700 }, async (_, n) => ({ ...(await outcome(ask(n))), wasBusy: isBusy })),
  );
  const refused = many.filter(({ error }) => error !== undefined);
  expect(refused.length).toBeGreaterThan(100);
  // They were told before anybody got a connection.
  for (const { error, wasBusy } of refused) {
    expect(wasBusy).toBe(true);
    expect(String(causeOf(error))).toContain('too many wait for a connection');
  }
  expect(busy.length + many.length - refused.length).toBeGreaterThanOrEqual(500);
  await Promise.all(busy);
});
