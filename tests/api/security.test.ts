/** Hostile requests by strangers: their sizes, types, shapes and rates. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { contactMessages } from '#server/db/schema/index.ts';
import { limits } from '#server/http/limits.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let app: ReturnType<typeof createApi>;
let browser: TestBrowser;
beforeEach(() => {
  app = createApi(testServices(database));
  browser = new TestBrowser(app);
});

const message = { name: 'Ada', email: 'ada@example.com', message: 'There is a new bakery.' };
const send = (body: unknown, headers: Record<string, string> = {}) => browser.post('/api/contact', { body, headers });

describe('bodies', () => {
  it('may be 64 kB and no more', async () => {
    const filler = 'x'.repeat(70_000);
    expect(await problemOf(await send({ ...message, filler }))).toMatchObject({ status: 413, code: 'too_large' });
    expect((await send({ ...message, filler: filler.slice(0, 60_000) })).status).toBe(200);
  });

  it('are counted while they are read, whatever length they claim', async () => {
    await browser.get('/api/csrf-token');
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent++;
        controller.enqueue(new Uint8Array(16_384).fill(32));
      },
    });
    const response = await app.request('http://oakbend.example/api/contact', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': '10',
        'X-CSRF-Token': browser.cookies.get('csrf-token') ?? '',
        Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(10);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', ''])(
    'must not be %j',
    async (type) => {
      expect(await problemOf(await send(message, { 'Content-Type': type }))).toMatchObject({
        status: 415,
        code: 'wrong_type',
      });
    },
  );

  it.each(['', '{', '{"name":', 'null and void', '\u0000', '[1,'])('must be JSON, which %j is not', async (body) => {
    expect(await problemOf(await send(body))).toMatchObject({ status: 400, code: 'bad_request' });
  });

  it.each(['null', '[]', '7', '"text"', '[[[[]]]]', '{"name":{"toString":null}}'])(
    'must be an object of the listed fields, which %j is not',
    async (body) => {
      expect(await problemOf(await send(body))).toMatchObject({ status: 422, code: 'invalid' });
    },
  );

  it('may be nested as deep as they like, to no effect', async () => {
    expect([400, 422]).toContain((await send(`${'['.repeat(9000)}${']'.repeat(9000)}`)).status);
  });

  it('keep no field that is not listed, and change no prototype', async () => {
    const body = `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"1","answeredAt":"2020-01-01",${JSON.stringify(message).slice(1)}`;
    expect((await send(body)).status).toBe(200);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const [stored] = await database.db.select().from(contactMessages);
    expect(stored).toMatchObject({ ...message, answeredAt: null });
    expect(stored?.id).toHaveLength(36);
  });
});

describe('limits', () => {
  beforeEach(async () => {
    await aBusiness(database.db, { slug: 'acorn-cafe' });
  });

  it.each([
    ['contact', '/api/contact', message],
    ['newsletter', '/api/newsletter/subscribe', { email: 'ada@example.com' }],
    ['reports', '/api/businesses/acorn-cafe/reports', { reason: 'closed' }],
  ] as const)('let a client use %s 20 times an hour', async (name, path, body) => {
    expect(limits[name]).toEqual({ max: 20, perSeconds: 3600 });
    for (let i = 0; i < 20; i++) expect((await browser.post(path, { body })).ok).toBe(true);
    const response = await browser.post(path, { body });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(await problemOf(response)).toMatchObject({ status: 429, code: 'too_many' });
    // Another address, and even a claimed one in front of the proxy's own word, are counted for themselves.
    expect((await new TestBrowser(app, '192.0.2.2').post(path, { body })).ok).toBe(true);
    expect((await new TestBrowser(app, '192.0.2.3, 192.0.2.1').post(path, { body })).status).toBe(429);
  });

  it('do not count what was refused anyway', async () => {
    for (let i = 0; i < 30; i++) expect((await send({ ...message, email: 'nobody' })).status).toBe(422);
    expect((await send(message)).status).toBe(200);
  });
});
