import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { mountMetrics } from '#app/front/metrics-endpoint.ts';
import { newsletterClock } from '#features/newsletter/server/sending/newsletter-jobs.ts';
import { beginSetUp, endSetUp } from '#server/being-set-up.ts';
import { createDatabase } from '#server/db/client.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { createMetrics } from '#server/metrics.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
const there = { incoming: { socket: { remoteAddress: '192.0.2.7' } } };

const onLocalhost = { env: { SITE_URL: 'http://localhost:3000', TRUST_PROXY: 'off' } };

function withoutDatabase(options = onLocalhost) {
  const away = createDatabase('postgres://nobody@127.0.0.1:9/none', { max: 1 });
  return testSite({ ...testServices(database, options), db: away.db });
}

it('is healthy as long as it serves, and ready while the database answers', async () => {
  const site = testSite(testServices(database));
  for (const path of ['/healthz', '/readyz']) {
    expect((await site.request(path)).status, path).toBe(200);
    const head = await site.request(path, { method: 'HEAD' });
    expect([head.status, await head.text()], path).toEqual([200, '']);
  }
});

it('is healthy but not ready without the database, and says why to this machine alone', async () => {
  const site = withoutDatabase();
  expect((await site.request('/healthz')).status).toBe(200);
  const ready = await site.request('/readyz', {}, here);
  expect(ready.status).toBe(503);
  expect(await ready.text()).toContain('ECONNREFUSED');
  const asked = [
    await site.request('/readyz', {}, there),
    await site.request('/readyz', { headers: { Via: '1.1 proxy' } }, here),
    // A proxy on this machine that adds no `Via` header.
    await withoutDatabase({ env: { SITE_URL: 'https://town.example', TRUST_PROXY: '1' } }).request('/readyz', {}, here),
  ];
  for (const answer of asked) expect([answer.status, await answer.text()]).toEqual([503, 'not ready']);
});

it('does not call it a fault that the database is away before it was set up', async () => {
  const levels: number[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void levels.push(JSON.parse(line).level) });
  const ask = async () => {
    const away = createDatabase('postgres://nobody@127.0.0.1:9/none', { max: 1 });
    const site = testSite({ ...testServices(database, onLocalhost), db: away.db, log });
    for (const path of ['/readyz', '/api/categories']) expect((await site.request(path, {}, here)).status).toBe(503);
    return levels.splice(0);
  };
  beginSetUp();
  try {
    expect(await ask()).toEqual([30, 30]);
  } finally {
    endSetUp();
  }
  expect(await ask()).toEqual([40, 40]);
});

it('opens nothing while the database cannot say who asks', async () => {
  const site = withoutDatabase();
  const headers = { cookie: `session=${'A'.repeat(43)}` };
  const guarded = servedEndpoints.filter(({ endpoint: { method, who } }) => method === 'GET' && who !== 'anyone');
  expect(guarded.length).toBeGreaterThan(30);
  for (const { endpoint } of guarded) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '019a0000-0000-7000-8000-000000000001');
    const answer = await site.request(path, { headers });
    expect(answer.status, path).toBeGreaterThanOrEqual(500);
  }
});

it('is not ready before its tables are there, which is no fault', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const site = testSite({ ...testServices(database, onLocalhost), log });
  await database.pool.query(
    'alter table drizzle.__drizzle_migrations rename to away; alter table categories rename to away',
  );
  try {
    const ready = await site.request('/readyz', {}, here);
    expect([ready.status, await ready.text()]).toEqual([503, 'migrations are not applied yet']);
    expect((await site.request('/api/categories', {}, here)).status).toBe(503);
  } finally {
    await database.pool.query(
      'alter table drizzle.away rename to __drizzle_migrations; alter table away rename to categories',
    );
  }
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'not ready'],
    [30, 'asked to come back: the site is still being set up'],
  ]);
});

it('shows its metrics to this machine, and to strangers with the token alone', async () => {
  const services = testServices(database, { env: { ...onLocalhost.env, METRICS_TOKEN: 'secret' } });
  const cache = new PageCache({ maxBytes: 1_000_000, maxAgeMs: 60_000, keepAliveTimeoutMs: 5_000 });
  const metrics = createMetrics({ db: database.db, pool: database.pool, cache, dataDir: tmpdir() });
  const app = createApi(services);
  mountMetrics(app, services, metrics);
  await cache.make('/', async () => ({ status: 200, headers: {}, body: Buffer.from('page'), tags: ['city'] }));
  cache.find('/');
  metrics.countAnswer('/directory', 'GET', 200, 0.004);
  await enqueue(database.db, newsletterClock, {}, { startAfter: new Date(Date.now() - 3_600_000) });

  const answer = await app.request('/metrics', {}, here);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const lines = (await answer.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'http_request_duration_seconds_bucket{le="0.005",route="/directory",method="GET",status="200"} 1',
      'page_cache_hits_total 1',
      'page_cache_misses_total 1',
      'page_cache_pages 1',
      'database_up 1',
    ]),
  );
  const reading = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  expect(reading(`job_queue_oldest_seconds{queue="${newsletterClock.name}"}`)).toBeGreaterThanOrEqual(3_600);
  expect(reading('data_dir_free_bytes')).toBeGreaterThan(0);
  expect(reading('data_dir_refuses_writes')).toBe(0);
  for (const name of ['backup_age_seconds', 'history_base_age_seconds', 'history_bucket_behind_seconds'])
    expect(reading(name)).toBeNaN();
  const names = lines.map((line) => line.split(/[ {]/)[0]);
  expect(names).toEqual(expect.arrayContaining(['process_resident_memory_bytes', 'database_connections']));

  expect((await app.request('/metrics', {}, there)).status).toBe(403);
  expect((await app.request('/metrics')).status).toBe(403);
  const proxied = await app.request('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } }, here);
  expect(proxied.status).toBe(403);
  const known = await app.request('/metrics', { headers: { authorization: 'Bearer secret' } }, there);
  expect(known.status).toBe(200);
});

it('says where to report a hole, and leads password managers to the account page', async () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const site = testSite(testServices(database, { now: () => now }));
  const text = await (await site.request('/.well-known/security.txt')).text();
  expect(text).toContain('Contact: http://oakbend.example/contact\n');
  expect(text).toContain('Expires: 2027-05-01T00:00:00.000Z\n');
  const password = await site.request('/.well-known/change-password');
  expect([password.status, password.headers.get('location')]).toEqual([302, '/account']);
});
