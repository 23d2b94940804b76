/** The database is away while Stripe sends an event of a payment: the site refuses the event, Stripe sends it again, and the buyer gets the purchase. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type DatabaseClient } from '#server/db/client.ts';
import { claims, stripeEvents, upgradeSessions } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBreakableLine, type BreakableLine } from '#tests/support/breakable-line.ts';
import { PremiumDesk } from '#tests/support/premium-desk.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';
import { type RunningSandbox, startSandbox } from '../../../sandbox/stripe/start-sandbox.ts';

/** A connection of the test's own, which stays open when the site loses its connection. */
const database = testDatabase();
let line: BreakableLine;
let cutOff: DatabaseClient;
let sandbox: RunningSandbox;
/** The site, connected through a line that the test can cut, and its webhook address. */
let desk: PremiumDesk;
let server: Server;
/** Statuses that the webhook answered, in order. */
const answers: number[] = [];

beforeAll(async () => {
  line = await aBreakableLine(database.url);
  cutOff = createDatabase(line.url, { max: 4, name: 'test' });
  // Stripe itself waits for hours between retries, and retries for days.
  sandbox = await startSandbox({ retryAfterMs: Array.from({ length: 400 }, () => 100) });
  desk = new PremiumDesk({ ...cutOff, url: line.url }, sandbox);
  const pass = getRequestListener((request) => desk.app.fetch(request));
  server = createServer((incoming, response) => {
    response.on('finish', () => answers.push(response.statusCode));
    void pass(incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sandbox.control.webhook({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/stripe/webhook` });
});
afterAll(async () => {
  await sandbox.stop();
  server.close();
  await cutOff.close();
  await line.cut();
});

it('is granted once the database is back, without anybody asking', async () => {
  sandbox.control.hold();
  const owner = await desk.owner();
  await desk.payUpgrade(await desk.openUpgrade(owner));
  const claimant = await desk.person({ email: 'ada@bakery.example', emailVerifiedAt: new Date() });
  const bakery = await aBusiness(database.db, { slug: 'bakery', website: 'https://bakery.example' });
  await desk.paidClaim(claimant, bakery.id);

  await line.cut();
  sandbox.control.release();
  const refused = () => answers.filter((status) => status === 503).length;
  // An event that the site does not handle needs no database: the webhook answers 200 all the same.
  await expect.poll(refused).toBeGreaterThan(4);
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await database.db.$count(stripeEvents)).toBe(0);
  expect(await database.db.select().from(upgradeSessions)).toMatchObject([{ status: 'open' }]);
  expect(await database.db.select().from(claims)).toMatchObject([{ status: 'pending' }]);

  await line.mend();
  await expect.poll(() => sandbox.sandbox.deliveries.pending, { timeout: 30_000 }).toEqual([]);
  await workOffJobs(desk.services);
  expect(await desk.premiumUntil(owner.businessId)).not.toBeNull();
  expect(await desk.claimOf(claimant)).toMatchObject({ status: 'approved', business: { slug: 'bakery' } });
  expect([await desk.chargedCents(owner), await desk.chargedCents(claimant)]).toEqual([2900, 2500]);
  expect(answers.at(-1)).toBe(200);
});
