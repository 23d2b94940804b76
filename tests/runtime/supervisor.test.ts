/** Starting, stopping and refusing, with real processes. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { aFreePort, ends, Site, until, withoutStripeKeys } from '#tests/runtime/a-site.ts';

const sites: Site[] = [];
async function aSite(dataDir?: string): Promise<Site> {
  const site = await Site.create(dataDir);
  sites.push(site);
  return site;
}
afterEach(async () => {
  const made = sites.splice(0);
  // Two of them may share a folder, which goes only when neither writes to it any more.
  await Promise.all(made.map((site) => site.stop()));
  await Promise.all(made.map((site) => site.destroy()));
});

/** For tests that accept an earlier test's data: making a database takes longest. */
let known: Site;
beforeAll(async () => {
  known = await Site.create();
});
afterEach(() => known.stop());
afterAll(() => known.destroy());

/** The sandbox's address, once it answers as Stripe answers a caller without a key. */
async function paymentSandbox({ dataDir }: Site): Promise<string> {
  const { port } = JSON.parse(readFileSync(join(dataDir, 'payment-sandbox/settings.json'), 'utf8'));
  const address = `http://127.0.0.1:${port}/v1/customers`;
  const status = () =>
    fetch(address).then(
      (answer) => answer.status,
      () => undefined,
    );
  await expect.poll(status, { timeout: 60_000 }).toBe(401);
  return address;
}

/** A request that is being answered. */
async function aSlowRequest(site: Site, takesMs: number): Promise<{ answer: Promise<string> }> {
  const answer = site.text(`/slow/${takesMs}`);
  answer.catch(() => undefined);
  await until(async () => (await site.text('/slow-ones')) === '1');
  return { answer };
}

const patience = { timeout: 240_000 };

it('serves, says where, and makes nothing anew the second time', patience, async () => {
  const site = await aSite();
  const first = site.start(withoutStripeKeys);
  await site.comesUp();
  const sandbox = await paymentSandbox(site);
  await site.says(`Testville, TX is at http://localhost:${site.port}\nSay hello to Testville.\n`);
  expect(await ends(first, 'SIGTERM')).toBe(0);
  expect(site.postgresPid()).toBeUndefined();
  await expect(fetch(sandbox)).rejects.toThrow();
  site.output = '';
  site.start(withoutStripeKeys);
  await site.comesUp();
  expect(await paymentSandbox(site)).toBe(sandbox);
  expect(site.output).not.toMatch(/making the embedded database|migrations applied/);
  expect(await site.text('/prepared')).toBe('["-"]');
});

it('finishes the requests under way when it is told to stop, and takes no others', patience, async () => {
  const site = known;
  const supervisor = site.start();
  await site.comesUp();
  const web = Number(await site.text('/pid'));
  const slow = await aSlowRequest(site, 3_000);
  const ended = ends(supervisor, 'SIGTERM');
  await until(() =>
    site.get('/healthz').then(
      () => false,
      () => true,
    ),
  );
  expect(await slow.answer).toBe('done');
  expect(await ended).toBe(0);
  expect(isAlive(web)).toBe(false);
});

it('exits at once at the second Ctrl-C', patience, async () => {
  const site = known;
  const supervisor = site.start();
  await site.comesUp();
  await aSlowRequest(site, 9_000);
  supervisor.kill('SIGINT');
  await site.says('stopping');
  // A sooner signal would count as the same key press.
  await sleep(600);
  expect(await ends(supervisor, 'SIGINT')).toBe(130);
});

it('answers /healthz while the database is away, and stops all the same', patience, async () => {
  const site = await aSite();
  const supervisor = site.start({ DATABASE_URL: `postgres://nobody:hunter2@127.0.0.1:${await aFreePort()}/none` });
  await site.comesUp('/healthz');
  expect((await site.get('/readyz')).status).toBe(503);
  expect(await ends(supervisor, 'SIGTERM')).toBe(0);
  expect(site.output).not.toContain('hunter2');
});

it('does not wait for a database that knows no such address', patience, async () => {
  const site = await aSite();
  const url = new URL(inject('testPostgres').templateUrl);
  url.pathname = '/nowhere';
  expect(await ends(site.start({ DATABASE_URL: url.href }))).toBe(1);
  expect(site.output).toContain('DATABASE_URL is not right: PostgreSQL says \'database "nowhere" does not exist\'');
});

it('runs twice side by side', patience, async () => {
  const [one, other] = [await aSite(), await aSite()];
  one.start();
  other.start();
  await Promise.all([one.comesUp(), other.comesUp()]);
  await one.text('/write/mine');
  expect(await one.text('/writes')).toBe('["mine"]');
  expect(await other.text('/writes')).toBe('[]');
});

it('may be started twice at once on one empty database', patience, async () => {
  const site = await aSite();
  const other = await aSite(site.dataDir);
  site.start();
  other.start();
  await Promise.all([site.comesUp(), other.comesUp()]);
  expect(await site.text('/prepared')).toBe('["-"]');
  await site.text('/write/shared');
  expect(await other.text('/writes')).toBe('["shared"]');
});

it('serves from several web processes', patience, async () => {
  const site = known;
  site.start({ WEB_CONCURRENCY: '2' });
  await site.comesUp();
  const pids = new Set<string>();
  // Several at once: an idle process may accept each of those that come one after the other.
  const ask = () => Promise.all(Array.from({ length: 8 }, () => site.text('/pid').catch(() => undefined)));
  const haveAnswered = async (count: number) => {
    for (const pid of await ask()) if (pid !== undefined) pids.add(pid);
    return pids.size === count;
  };
  await until(() => haveAnswered(2));
  process.kill(Number([...pids][0]), 'SIGKILL');
  // Connections of the killed process break; those of the other one do not.
  await until(() => haveAnswered(3));
});

it('says in one line that the port is taken', patience, async () => {
  const site = await aSite();
  const squatter = createServer().listen(site.port, '127.0.0.1');
  await once(squatter, 'listening');
  const supervisor = site.start();
  expect(await ends(supervisor)).toBe(1);
  expect(site.output).toBe(
    `Error: port ${site.port} on 127.0.0.1 is in use by another program: stop that one, or set PORT to a free port\n`,
  );
  squatter.close();
});

it('says in one line what is wrong with the environment', patience, async () => {
  const site = await aSite();
  expect(await ends(site.start({ TRUST_PROXY: 'yes' }))).toBe(1);
  expect(site.output).toBe('TRUST_PROXY is "yes", allowed is off, or the number of proxies in front (1 to 10)\n');
});
