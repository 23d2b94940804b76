/** Pages from a replica that lags, hangs, ends or comes back: nobody gets what was true before a change that the site has heard of. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { createFront } from '#app/front/front.ts';
import { createStorageKey } from '#app/front/storage-key.ts';
import type { ArticleSummary } from '#features/articles/contract.ts';
import { createDatabase, type DatabaseClient } from '#server/db/client.ts';
import { createReplicaReads, type ReplicaReads } from '#server/db/replica-reads.ts';
import { articles } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { createFreshnessCheck } from '#server/http/fresh-reads.ts';
import { listenForChanges } from '#server/http/listen-for-changes.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { log } from '#server/log.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { aReplicatedDatabase, type Replicated } from '#tests/support/a-replica.ts';
import { aBreakableLine, type BreakableLine } from '#tests/support/breakable-line.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testServices } from '#tests/support/test-services.ts';

let databases: Replicated;
let primary: DatabaseClient;
let line: BreakableLine;
let reads: ReplicaReads;
let cache: PageCache;
let server: Server;
let changes: { close: () => Promise<void> };
let heard: string[];

beforeAll(async () => {
  databases = await aReplicatedDatabase();
  primary = createDatabase(databases.url, { max: 4, name: 'test' });
}, 120_000);
afterAll(async () => {
  await primary.close();
  await databases.stop();
});

const services = () => ({ ...testServices({ db: primary.db }), reads: reads.db });

beforeEach(async () => {
  line = await aBreakableLine(databases.replicaUrl);
  await databases.caughtUp();
  reads = createReplicaReads({ url: line.url, primary, max: 3 });
  cache = new PageCache({ maxBytes: 1e6, maxAgeMs: 60_000, keepAliveTimeoutMs: 5_000 });
  heard = [];
  changes = listenForChanges(databases.url, {
    onChange: (tags) => {
      heard.push(...tags);
      reads.noteChange();
      cache.dropTags(tags);
    },
    onMissed: () => heard.push('listening'),
    log,
  });
  const none = { serve: () => false };
  const front = createFront({
    site: createApi(services()),
    cache,
    files: none,
    media: none,
    headers: {},
    storageKey: createStorageKey(servedEndpoints),
    isFreshDue: createFreshnessCheck(services().env),
    log: services().log,
  });
  server = createServer(front);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await expect.poll(() => heard).toContain('listening');
  await usesReplica();
});
afterEach(async () => {
  await databases.askReplica('select pg_wal_replay_resume()').catch(() => undefined);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await changes.close();
  line.resume();
  await reads.close();
  await line.cut();
  await primary.pool.query('delete from articles');
});

async function titles(cookie?: string): Promise<string[]> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/articles`, cookie ? { headers: { cookie } } : {});
  expect(response.status).toBe(200);
  return ((await response.json()) as ArticleSummary[]).map(({ title }) => title);
}

/** Tells which of them answers the next statement. */
async function answers(): Promise<'replica' | 'primary'> {
  const before = reads.answered.replica;
  await reads.db.execute('select 1');
  return reads.answered.replica > before ? 'replica' : 'primary';
}
const usesReplica = () => expect.poll(answers, { interval: 20 }).toBe('replica');

/** Publishes an article as a process of the site does, and waits until this one has heard of it. */
async function publish(title: string): Promise<void> {
  heard = [];
  await primary.db.transaction(async (tx) => {
    await anArticle(tx, { title });
    await announceChange(tx, ['articles']);
  });
  await expect.poll(() => heard, { interval: 5 }).toContain('articles');
}

it('reads and searches on the replica, which writes nothing for it', async () => {
  const category = await aCategory(primary.db, { slug: 'coffee', name: 'Coffee' });
  await aBusiness(primary.db, { name: 'Olmos Coffee', categoryId: category.id });
  await publish('Market day');
  await databases.caughtUp();
  await usesReplica();
  const before = { ...reads.answered };
  const visitor = new TestBrowser(createApi(services()));
  expect(await titles()).toEqual(['Market day']);
  for (const path of ['businesses/suggestions?search=oc', 'search/context?search=coffee', 'businesses/featured']) {
    expect((await visitor.get(`/api/${path}`)).status, path).toBe(200);
  }
  expect(await (await visitor.get('/api/businesses?search=cofee')).json()).toMatchObject([{ name: 'Olmos Coffee' }]);
  expect(reads.answered.primary).toBe(before.primary);
  expect(reads.answered.replica).toBeGreaterThan(before.replica + 5);
});

it('never stores a page made by a replica that lacks the change which dropped it', async () => {
  await publish('First');
  await databases.caughtUp();
  await usesReplica();
  expect(await titles()).toEqual(['First']);
  await databases.askReplica('select pg_wal_replay_pause()');
  await publish('Second');
  expect(await titles()).toEqual(['Second', 'First']);
  expect(await answers()).toBe('primary');
  // The stored page, too.
  expect(await titles()).toEqual(['Second', 'First']);
  await databases.askReplica('select pg_wal_replay_resume()');
  await usesReplica();
});

it('leaves a replica alone that is further behind than two seconds, and says so', async () => {
  await databases.askReplica('select pg_wal_replay_pause()');
  await primary.db.transaction((tx) => anArticle(tx));
  await expect.poll(async () => [await answers(), reads.isUsed()], { interval: 100 }).toEqual(['primary', false]);
  await databases.askReplica('select pg_wal_replay_resume()');
  await usesReplica();
  expect(reads.isUsed()).toBe(true);
});

it('asks the primary at once where the replica ends or hangs: no reader hears of it', async () => {
  await publish('Market day');
  await databases.caughtUp();
  await usesReplica();
  line.hold();
  expect(await Promise.all(Array.from({ length: 8 }, () => reads.db.$count(articles)))).toEqual(Array(8).fill(1));
  expect(reads.isUsed()).toBe(false);
  line.resume();
  await usesReplica();
  await databases.stopReplica();
  expect(await Promise.all(Array.from({ length: 8 }, () => reads.db.$count(articles)))).toEqual(Array(8).fill(1));
  await databases.startReplica();
  await usesReplica();
});

it('answers from the replica while the primary is away', async () => {
  const way = await aBreakableLine(databases.url);
  const own = createDatabase(way.url, { max: 2, name: 'test' });
  const late = createReplicaReads({ url: databases.replicaUrl, primary: own, max: 2 });
  await own.pool.query('select 1');
  await way.cut();
  await expect.poll(() => own.isAway(), { interval: 20 }).toBe(true);
  expect(await late.db.$count(articles)).toBe(0);
  expect(late.answered).toEqual({ replica: 1, primary: 0 });
  await late.close();
  await own.close();
});

it('gives a browser that has just changed something, and people who are signed in, the primary’s answer', async () => {
  await publish('First');
  await databases.caughtUp();
  await usesReplica();
  expect(await titles()).toEqual(['First']);
  // As on another machine that has not heard of the change yet: nothing is announced.
  await databases.askReplica('select pg_wal_replay_pause()');
  await anArticle(primary.db, { title: 'Second' });
  expect(await titles('browser=1; wrote=1')).toEqual(['Second', 'First']);
  // Everybody else still has what was stored.
  expect(await titles()).toEqual(['First']);

  const visitor = new TestBrowser(createApi(services()));
  const listed = async () => ((await (await visitor.get('/api/articles')).json()) as ArticleSummary[]).length;
  expect(await listed()).toBe(1);
  const answer = await visitor.post('/api/newsletter/subscribe', { body: { email: 'rosa@example.org' } });
  expect(answer.headers.getSetCookie().join()).toMatch(/wrote=1; Max-Age=5; Path=\/; HttpOnly/);
  expect(await listed()).toBe(2);
  visitor.cookies.delete('wrote');
  expect(await listed()).toBe(1);
  const token = await aSession(primary.db, (await aUser(primary.db)).id);
  expect(await (await visitor.withSession(token).get('/api/articles')).json()).toHaveLength(2);
});

it('marks no browser for counts of views', async () => {
  const visitor = new TestBrowser(createApi(services()));
  const answer = await visitor.post('/api/businesses/search-counts?search=tacos', {
    body: { what: 'view' },
    token: false,
  });
  expect(answer.status).toBe(202);
  expect(answer.headers.getSetCookie().join()).not.toContain('wrote');
});
