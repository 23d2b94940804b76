/** The database hangs, breaks or is slow: who waits, for how long, and what they are told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, type DatabaseClient } from '#server/db/client.ts';
import { contactMessages } from '#server/db/schema/index.ts';
import { asProblem } from '#server/http/problems.ts';
import { aBreakableLine, type BreakableLine } from '#tests/support/breakable-line.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let line: BreakableLine;
let client: DatabaseClient;

beforeEach(async () => {
  line = await aBreakableLine(database.url);
  client = createDatabase(line.url, { max: 3, name: 'test' });
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

async function timed<T>(work: Promise<T>): Promise<{ ms: number; error?: unknown; value?: T }> {
  const begun = performance.now();
  const result = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { ...result, ms: performance.now() - begun };
}

it('tells everybody soon that a database hangs, the next ones at once, and is there again when it is', async () => {
  line.hold();
  const waiting = await Promise.all(Array.from({ length: 40 }, (_, n) => timed(ask(n))));
  for (const { error, ms } of waiting) {
    expect(asProblem(error)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(ms).toBeLessThan(5_500);
  }
  expect(client.isInDoubt()).toBe(true);
  const next = await Promise.all(Array.from({ length: 40 }, (_, n) => timed(ask(n))));
  expect(Math.max(...next.map(({ ms }) => ms))).toBeLessThan(500);
  expect(next.every(({ error }) => asProblem(error).code === 'unavailable')).toBe(true);
  expect(client.pool.waitingCount).toBe(0);

  line.resume();
  const back = performance.now();
  await expect.poll(() => ask(7).catch(() => undefined), { interval: 20 }).toBe(7);
  expect(performance.now() - back).toBeLessThan(1_500);
  expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([1, 2, 3, 4, 5]);
});

it('does not let a transaction hang, and gives nobody its connection', async () => {
  const begun = Promise.withResolvers<void>();
  const work = timed(
    client.db.transaction(async (tx) => {
      await tx.insert(contactMessages).values({ name: 'half', email: '-', message: '-' });
      line.hold();
      begun.resolve();
      await tx.execute(sql`select 1`);
    }),
  );
  await begun.promise;
  const { error, ms } = await work;
  expect(asProblem(error, true).message).toContain('cannot tell whether this was saved');
  expect(ms).toBeLessThan(5_000);
  line.resume();
  await expect.poll(() => ask(3).catch(() => undefined)).toBe(3);
  expect(await database.db.$count(contactMessages)).toBe(0);
});

it('leaves a slow statement alone while the database answers', async () => {
  const slow = timed(client.db.execute(sql`select pg_sleep(2.5), 5 as n`));
  await sleep(1_300);
  expect(await ask(4)).toBe(4);
  expect(await slow).toMatchObject({ value: { rows: [{ n: 5 }] } });
});

it('gives a statement up at its own limit, and its late answer reaches nobody', async () => {
  const own = createDatabase(line.url, { max: 1, statementTimeoutMs: 0, answerTimeoutMs: 1_200 });
  try {
    const { error, ms } = await timed(own.db.execute(sql`select pg_sleep(1.8), 1 as n`));
    expect(String((error as Error).cause)).toContain('no answer within 1.2 s');
    expect(ms).toBeLessThan(1_800);
    const { rows } = await own.db.execute<{ n: number }>(sql`select 2 as n`);
    expect(rows).toEqual([{ n: 2 }]);
  } finally {
    await own.close();
  }
});

it('refuses at once when too many wait for a connection', async () => {
  const busy = Array.from({ length: 3 }, () => client.db.execute(sql`select pg_sleep(1)`));
  const many = await Promise.all(Array.from({ length: 700 }, (_, n) => timed(ask(n))));
  const refused = many.filter(({ error }) => error !== undefined);
  expect(refused.length).toBeGreaterThan(100);
  expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(800);
  expect(many.length - refused.length).toBeGreaterThanOrEqual(500);
  await Promise.all(busy);
});
