import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Crowded } from '#server/turns.ts';
import { PageCache } from './page-cache.ts';
import { type FreshPage, pickEncoding } from './stored-page.ts';

function freshPage(given: Partial<FreshPage> & { text?: string } = {}): FreshPage {
  const { text = 'x'.repeat(1000), ...rest } = given;
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(text),
    tags: ['a'],
    ...rest,
  };
}

const newCache = (maxBytes = 1_000_000) => new PageCache({ maxBytes, maxAgeMs: 60_000, keepAliveTimeoutMs: 5_000 });

/** A page that is finished when the test says so. */
function slowPage(page = freshPage()) {
  const { promise, resolve } = Promise.withResolvers<FreshPage>();
  return { make: () => promise, finish: () => resolve(page) };
}

test('those who ask at the same time share one making', async () => {
  const cache = newCache();
  let made = 0;
  const make = async () => {
    made++;
    return freshPage();
  };
  const pages = await Promise.all([1, 2, 3].map(() => cache.make('/', make)));
  expect(made).toBe(1);
  expect(new Set(pages).size).toBe(1);
  expect(cache.find('/')).toBe(pages[0]);
  expect(cache.state).toMatchObject({ pages: 1, hits: 1, misses: 1 });
});

test('a page that nobody waits for any more is not made', async () => {
  const cache = newCache();
  const slow = Array.from({ length: 5 }, () => slowPage());
  const first = slow.map(({ make }, number) => cache.make(`/${number}`, make));
  let made = 0;
  const make = async () => {
    made++;
    return freshPage();
  };
  let isThere = true;
  const left = cache.make('/left', make, () => isThere);
  const shared = cache.make('/shared', make, () => isThere);
  const other = cache.make('/shared', make);
  isThere = false;
  for (const { finish } of slow) finish();
  await expect(left).rejects.toThrow(Crowded);
  expect(await shared).toBe(await other);
  await Promise.all(first);
  expect(made).toBe(1);
  expect((await cache.make('/left', make)).status).toBe(200);
});

test('a failed making is not kept, and the next one tries again', async () => {
  const cache = newCache();
  await expect(cache.make('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await cache.make('/', async () => freshPage());
  expect(cache.find('/')).toBeDefined();
});

test('without tags, or with an error, nothing is stored', async () => {
  const cache = newCache();
  await cache.make('/none', async () => freshPage({ tags: [] }));
  await cache.make('/broken', async () => freshPage({ status: 500 }));
  expect(cache.state).toMatchObject({ pages: 0, bytes: 0 });
});

test('a change drops the pages that show it, and no others', async () => {
  const cache = newCache();
  await cache.make('/a', async () => freshPage({ tags: ['a', 'city'] }));
  await cache.make('/b', async () => freshPage({ tags: ['b', 'city'] }));
  cache.dropTags(['a', 'unknown']);
  expect([cache.find('/a'), cache.findStale('/a'), cache.find('/b')?.status]).toEqual([undefined, undefined, 200]);
  cache.dropTags(['city']);
  expect(cache.state).toMatchObject({ pages: 0, bytes: 0 });
});

test('a page whose data changed while it was being made is given out but not stored', async () => {
  const cache = newCache();
  const slow = slowPage();
  const making = cache.make('/', slow.make);
  cache.dropTags(['a']);
  slow.finish();
  expect((await making).status).toBe(200);
  expect(cache.find('/')).toBeUndefined();
});

test('a change of something else does not keep a page from being stored', async () => {
  const cache = newCache();
  const slow = slowPage();
  const making = cache.make('/', slow.make);
  cache.dropTags(['b']);
  slow.finish();
  await making;
  expect(cache.find('/')).toBeDefined();
  cache.expireAll();
  const slower = slowPage();
  const again = cache.make('/', slower.make);
  cache.expireAll();
  slower.finish();
  await again;
  expect(cache.find('/')).toBeUndefined();
});

test('who asks after a change does not share a making from before it', async () => {
  const cache = newCache();
  const slow = slowPage(freshPage({ text: 'old' }));
  const before = cache.make('/', slow.make);
  cache.dropTags(['a']);
  const after = await cache.make('/', async () => freshPage({ text: 'new' }));
  expect(after.plain?.toString()).toBe('new');
  slow.finish();
  await before;
  expect(cache.find('/')?.plain?.toString()).toBe('new');
});

test('a page is young for 60 seconds, and kept after that for need', async () => {
  let now = 0;
  const cache = new PageCache({ maxBytes: 1_000_000, maxAgeMs: 60_000, keepAliveTimeoutMs: 5_000, now: () => now });
  await cache.make('/', async () => freshPage());
  now = 60_000;
  expect(cache.find('/')).toBeDefined();
  now = 60_001;
  expect(cache.find('/')).toBeUndefined();
  expect(cache.findStale('/')).toBeDefined();
});

test('pages that may have changed unnoticed are kept for need alone', async () => {
  const cache = newCache();
  await cache.make('/', async () => freshPage({ text: 'old' }));
  cache.expireAll();
  expect(cache.find('/')).toBeUndefined();
  expect(cache.findStale('/')?.plain?.toString()).toBe('old');
  await cache.make('/', async () => freshPage({ text: 'new' }));
  expect(cache.find('/')?.plain?.toString()).toBe('new');
});

test('the oldest pages make room, those that were asked for last', async () => {
  const cache = newCache(15_200);
  for (let n = 0; n < 10; n++) await cache.make(`/${n}`, async () => freshPage());
  cache.find('/0');
  for (let n = 10; n < 15; n++) await cache.make(`/${n}`, async () => freshPage());
  expect(cache.state.bytes).toBeLessThanOrEqual(15_200);
  expect(cache.find('/0')).toBeDefined();
  expect(cache.find('/1')).toBeUndefined();
  for (let n = 20; n < 500; n++) await cache.make(`/${n}`, async () => freshPage());
  expect(cache.state.bytes).toBeLessThanOrEqual(15_200);
  expect(cache.state.pages).toBe(10);
});

test('compressed copies count too, and one huge answer does not empty the store', async () => {
  const cache = newCache(20_000);
  await cache.make('/huge', async () => freshPage({ text: 'x'.repeat(10_000) }));
  expect(cache.state).toMatchObject({ pages: 0, bytes: 0 });
  const page = await cache.make('/', async () => freshPage());
  const before = cache.state.bytes;
  const [first, second] = await Promise.all([cache.body('/', page, 'gzip'), cache.body('/', page, 'gzip')]);
  expect(first).toBe(second);
  expect(cache.state.bytes).toBe(before + first.bytes.length);
  const [whole, again] = [cache.whole('/', page, first), cache.whole('/', page, first)];
  expect(whole).toBe(again);
  expect(first.bytes.buffer).toBe(whole.bytes.buffer);
  expect(cache.state.bytes).toBe(before + whole.bytes.length);
  cache.dropTags(['a']);
  expect(cache.state.bytes).toBe(0);
});

test('each encoding is the same page under an ETag of its own', async () => {
  const cache = newCache();
  const page = await cache.make('/', async () => freshPage());
  const [br, gzip] = [await cache.body('/', page, 'br'), await cache.body('/', page, 'gzip')];
  const plain = await cache.body('/', page, 'identity');
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect(new Set([br.etag, gzip.etag, plain.etag]).size).toBe(3);
  expect(br.headers).toEqual(expect.arrayContaining(['Content-Encoding', 'br', 'Vary', 'Accept-Encoding']));
});

test('the same page has the same ETags in every process, however it was compressed, and another page others', async () => {
  const text = Array.from({ length: 2_000 }, (_, number) => `business ${number} `).join('');
  const etagsOf = async (cache: PageCache, shown: string) => {
    const page = await cache.make('/', async () => freshPage({ text: shown }));
    const bodies = [];
    for (const encoding of ['br', 'gzip', 'identity'] as const) bodies.push(await cache.body('/', page, encoding));
    return bodies.map(({ headers }) => headers[headers.indexOf('ETag') + 1]);
  };
  const [one, other] = [newCache(), newCache()];
  const etags = await etagsOf(one, text);
  const page = one.find('/');
  const packed = page?.bodies.br;
  for (let hit = 0; hit < 3; hit++) one.find('/');
  await expect.poll(() => page?.bodies.br).not.toBe(packed);
  expect(page?.bodies.br?.etag).toBe(packed?.etag);

  const slow = slowPage();
  const waiting = other.make('/slow', slow.make);
  expect(await etagsOf(other, text)).toEqual(etags);
  expect(other.find('/')?.bodies.br?.bytes.length).not.toBe(packed?.bytes.length);
  slow.finish();
  await waiting;

  const changed = await etagsOf(newCache(), text.replace('business 7 ', 'business 8 '));
  expect(changed.filter((etag) => etags.includes(etag))).toEqual([]);
});

test('while others wait for theirs a page is compressed in a hurry, and otherwise smaller', async () => {
  const cache = newCache();
  const text = Array.from(
    { length: 2_000 },
    (_, index) => `<li>Shop ${(index * 7919) % 1009} on Main Street</li>`,
  ).join('');
  const packed = async (key: string) => {
    const page = await cache.make(key, async () => freshPage({ text }));
    return (await cache.body(key, page, 'br')).bytes.length;
  };
  const alone = await packed('/alone');
  const slow = slowPage();
  const other = cache.make('/slow', slow.make);
  expect(await packed('/among-others')).toBeGreaterThan(alone * 1.1);
  slow.finish();
  await other;
  expect(await packed('/alone-again')).toBe(alone);
});

test('plain bytes are not kept beside compressed ones, and are the same when they are wanted', async () => {
  const cache = newCache();
  const page = await cache.make('/', async () => freshPage());
  const before = await cache.body('/', page, 'identity');
  const packed = await cache.body('/', page, 'br');
  expect([page.plain, Object.keys(page.bodies)]).toEqual([undefined, ['br']]);
  expect(packed.bytes.buffer.byteLength).toBe(packed.bytes.length);
  expect(cache.state.bytes).toBeLessThan(before.bytes.length);
  expect(cache.state.bytes).toBeGreaterThanOrEqual(packed.bytes.length);
  expect(await cache.body('/', page, 'identity')).toEqual(before);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0,gzip; q=0', 'identity'],
  ['br;q=0.9', 'br'],
  ['GZIP;Q=1', 'gzip'],
  ['x-br, brotli', 'identity'],
])('Accept-Encoding %j takes %s', async (header, encoding) => {
  const page = await newCache().make('/', async () => freshPage());
  expect(pickEncoding(page, header)).toBe(encoding);
});

test('pictures and short answers are sent as they are', async () => {
  const cache = newCache();
  const picture = await cache.make('/p', async () => freshPage({ headers: { 'content-type': 'image/png' } }));
  const short = await cache.make('/s', async () => freshPage({ text: 'ok' }));
  expect([pickEncoding(picture, 'br'), pickEncoding(short, 'br')]).toEqual(['identity', 'identity']);
});

test('a page is not given out from the instant on at which it expires', async () => {
  let at = 1_000;
  const cache = new PageCache({ maxBytes: 1_000_000, maxAgeMs: 60_000, keepAliveTimeoutMs: 5_000, now: () => at });
  await cache.make('/open', async () => freshPage({ expiresAt: 1_500 }));
  at = 1_499;
  expect(cache.find('/open')).toBeDefined();
  at = 1_500;
  expect(cache.find('/open')).toBeUndefined();
});
