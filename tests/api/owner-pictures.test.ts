/** Logo and photos: accepted files, refused files, and no file that stays behind. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { businesses, businessPhotos } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let folder: string;
let browser: TestBrowser;
let ownerId: string;
let id: string;
let services: ReturnType<typeof testServices>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alameda-data-'));
  const owner = await aUser(database.db);
  ownerId = owner.id;
  services = testServices(database, { env: { DATA_DIR: folder } });
  const app = createApi(services);
  browser = new TestBrowser(app).withSession(await aSession(database.db, owner.id));
  ({ id } = await aBusiness(database.db, { ownerId: owner.id, slug: 'figs' }));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = async () => readdir(join(folder, 'uploads')).catch(() => []);
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b5532f' } });
const png = (width = 40, height = 30) => plain(width, height).png().toBuffer();

const send = (method: string, path: string, body: BodyInit, type = 'image/png') =>
  browser.write(method, `/api/businesses/${id}/${path}`, { body, headers: { 'Content-Type': type } });
const sendPhoto = async (alt = '') => {
  const response = await send('POST', `photos?${new URLSearchParams({ alt })}`, new Uint8Array(await png()));
  return ((await response.json()) as { photos: { id: string; url: string; alt: string }[] }).photos;
};

describe('a logo', () => {
  it('is stored, shown, replaced and taken away with its files', async () => {
    const first = await send('PUT', 'logo', new Uint8Array(await png()));
    const { logoUrl } = (await first.json()) as { logoUrl: string };
    expect([first.status, logoUrl]).toEqual([200, expect.stringMatching(/^\/media\/u\/[\w-]+\.40x30\.webp$/)]);
    expect(await files()).toHaveLength(2);
    expect(await (await browser.get('/api/businesses/figs')).json()).toMatchObject({ logoUrl });
    const second = await send('PUT', 'logo', new Uint8Array(await png(50, 50)), 'application/octet-stream');
    expect(((await second.json()) as { logoUrl: string }).logoUrl).toContain('.50x50.');
    await workOffJobs(services);
    expect(await files()).toHaveLength(2);
    const removed = await browser.write('DELETE', `/api/businesses/${id}/logo`);
    expect(await removed.json()).toEqual({ logoUrl: null, undoId: expect.any(String) });
    await workOffJobs(services);
    expect(await files()).toEqual([]);
    const again = await browser.write('DELETE', `/api/businesses/${id}/logo`);
    expect(await again.json()).toEqual({ logoUrl: null, undoId: null });
  });
});

it('is told to come back where the folder of uploads cannot be written to, and the log says which', async () => {
  const lines: string[] = [];
  const services = testServices(database, { env: { DATA_DIR: folder } });
  services.log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const visitor = new TestBrowser(createApi(services)).withSession(await aSession(database.db, ownerId));
  // Gives root the same error as an ordinary user's missing rights.
  await writeFile(join(folder, 'uploads'), '');
  const response = await visitor.write('PUT', `/api/businesses/${id}/logo`, {
    body: new Uint8Array(await png()),
    headers: { 'Content-Type': 'image/png' },
  });
  expect(response.headers.get('retry-after')).toBe('300');
  expect(await problemOf(response)).toEqual({
    status: 503,
    code: 'unavailable',
    message: 'The site cannot save files right now. Please try again later.',
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: `cannot save files in ${join(folder, 'uploads')}: a file is in its place: move that away` },
  ]);
});

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!doctype html><script>alert(1)</script>';

  it.each([
    ['an SVG', 415, async () => Buffer.from(svg), 'image/svg+xml'],
    ['an SVG that says PNG', 415, async () => Buffer.from(svg), 'image/png'],
    ['HTML that says JPEG', 415, async () => Buffer.from(html), 'image/jpeg'],
    [
      'HTML behind a JPEG mark',
      422,
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(html)]),
      'image/jpeg',
    ],
    ['a GIF', 415, async () => Buffer.from('GIF89a<script>alert(1)</script>'), 'image/gif'],
    ['a truncated JPEG', 422, async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 700), 'image/jpeg'],
    ['50,000 px', 413, async () => plain(50_000, 1000).png().toBuffer(), 'image/png'],
    ['11 MB', 413, async () => Buffer.concat([await png(), Buffer.alloc(11 * 1024 * 1024)]), 'image/png'],
    ['a dot', 422, async () => png(1, 1), 'image/png'],
    ['nothing', 415, async () => Buffer.alloc(0), 'image/png'],
    ['JSON', 415, async () => Buffer.from('{}'), 'application/json'],
    ['a form', 415, async () => Buffer.from('x'), 'multipart/form-data; boundary=x'],
  ] as const)('(%s) is refused with %i, and no file is left', async (_, status, make, type) => {
    const bytes = new Uint8Array(await make());
    for (const [method, path] of [
      ['PUT', 'logo'],
      ['POST', 'photos'],
    ] as const) {
      const answer = await problemOf(await send(method, path, bytes, type));
      expect(answer.status, answer.message).toBe(status);
      expect(answer.message).not.toBe('');
    }
    expect(await files()).toEqual([]);
    expect(await database.db.select().from(businessPhotos)).toEqual([]);
    expect(await database.db.select().from(businesses)).toMatchObject([{ logoUrl: null, imageUrl: null }]);
  });

  it('hidden behind a real picture is not kept: the files are of our own making', async () => {
    const polyglot = Buffer.concat([await plain(40, 40).jpeg().toBuffer(), Buffer.from(html)]);
    expect((await send('POST', 'photos', new Uint8Array(polyglot), 'image/jpeg')).status).toBe(201);
    const { readFile } = await import('node:fs/promises');
    for (const file of await files()) {
      expect((await readFile(join(folder, 'uploads', file))).includes('script')).toBe(false);
    }
  });

  it('without an announced length is counted as it comes', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(1)),
    });
    expect((await send('POST', 'photos', endless)).status).toBe(413);
    expect(await files()).toEqual([]);
  });
});

describe('photos', () => {
  it('come in order; the first is the one on cards', async () => {
    await database.db.update(businesses).set({ premiumExpiresAt: new Date('2999-01-01') });
    const [first] = await sendPhoto('The front');
    const [, second] = await sendPhoto();
    expect([first?.alt, second?.alt]).toEqual(['The front', '']);
    const order = [second, first].map((photo) => ({ id: photo?.id, alt: `${photo?.alt}!` }));
    const arranged = await browser.write('PUT', `/api/businesses/${id}/photos`, { body: { photos: order } });
    expect(await arranged.json()).toMatchObject({ photos: order });
    const shown = (await (await browser.get('/api/businesses/figs')).json()) as { imageUrl: string };
    expect(shown).toMatchObject({ imageUrl: second?.url, photos: [{ alt: '!' }, { alt: 'The front!' }] });
    const rest = await browser.write('DELETE', `/api/businesses/${id}/photos/${second?.id}`);
    expect(await rest.json()).toMatchObject({ photos: [{ id: first?.id }] });
    await workOffJobs(services);
    expect(await files()).toHaveLength(2);
    expect(await database.db.select().from(businesses)).toMatchObject([{ imageUrl: first?.url }]);
    await browser.write('DELETE', `/api/businesses/${id}/photos/${first?.id}`);
    expect(await database.db.select().from(businesses)).toMatchObject([{ imageUrl: null }]);
  });

  it('are at most twelve', async () => {
    for (let sent = 0; sent < 12; sent++) await sendPhoto();
    const thirteenth = await problemOf(await send('POST', 'photos', new Uint8Array(await png())));
    expect(thirteenth).toMatchObject({ status: 409, code: 'conflict' });
    expect(await files()).toHaveLength(24);
  });

  it('are at most twelve, also when many come at once', async () => {
    for (let sent = 0; sent < 10; sent++) await sendPhoto();
    const bytes = new Uint8Array(await png());
    const four = await Promise.all([1, 2, 3, 4].map(() => send('POST', 'photos', bytes)));
    expect(four.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(await files()).toHaveLength(24);
  });

  it('keep the one that an import gave', async () => {
    await database.db.update(businesses).set({ imageUrl: '/media/city/shop.400x300.webp' });
    const photos = await sendPhoto();
    expect(photos.map(({ url }) => url)).toEqual(['/media/city/shop.400x300.webp', photos[1]?.url]);
    expect(await database.db.select().from(businesses)).toMatchObject([{ imageUrl: '/media/city/shop.400x300.webp' }]);
    expect((await browser.write('DELETE', `/api/businesses/${id}/photos/given`)).status).toBe(200);
    expect(await database.db.select().from(businesses)).toMatchObject([{ imageUrl: photos[1]?.url }]);
  });

  it('of another business cannot be moved or taken away', async () => {
    const other = await aBusiness(database.db);
    const [foreign] = await database.db
      .insert(businessPhotos)
      .values({ businessId: other.id, url: '/x', position: 0 })
      .returning();
    const body = { photos: [{ id: foreign?.id, alt: 'Mine' }] };
    expect((await browser.write('PUT', `/api/businesses/${id}/photos`, { body })).status).toBe(409);
    expect((await browser.write('DELETE', `/api/businesses/${id}/photos/${foreign?.id}`)).status).toBe(404);
    expect(await database.db.select().from(businessPhotos)).toEqual([foreign]);
  });

  it('need words of a sensible length', async () => {
    const answer = await send('POST', `photos?alt=${'x'.repeat(201)}`, new Uint8Array(await png()));
    expect(answer.status).toBe(400);
    expect(await files()).toEqual([]);
  });
});

describe('what visitors see', () => {
  const premium = (premiumExpiresAt: Date | null) => database.db.update(businesses).set({ premiumExpiresAt });
  const shown = async () => {
    const answers = [await browser.get('/api/businesses/figs'), await browser.get('/api/businesses')];
    const [page, [card]] = (await Promise.all(answers.map((answer) => answer.json()))) as [Shown, [Shown]];
    expect([card.logoUrl, card.imageUrl]).toEqual([page.logoUrl, page.imageUrl]);
    return { logo: page.logoUrl, image: page.imageUrl, photos: page.photos.map(({ alt }) => alt) };
  };
  interface Shown {
    logoUrl: string | null;
    imageUrl: string | null;
    photos: { alt: string }[];
  }
  const choose = (basicPicture: string, from = browser) =>
    from.write('PUT', `/api/businesses/${id}/basic-picture`, { body: { basicPicture } });

  it('is all of a premium listing, and the one that its owner picks of any other; nothing is thrown away', async () => {
    const { logoUrl } = (await (await send('PUT', 'logo', new Uint8Array(await png()))).json()) as { logoUrl: string };
    expect(await shown()).toEqual({ logo: logoUrl, image: null, photos: [] });
    const [front] = await sendPhoto('The front');
    await sendPhoto('The oven');
    expect(await shown()).toEqual({ logo: null, image: front?.url, photos: ['The front'] });
    expect((await choose('logo')).status).toBe(200);
    expect(await shown()).toEqual({ logo: logoUrl, image: null, photos: [] });
    await premium(new Date('2999-01-01'));
    expect(await shown()).toEqual({ logo: logoUrl, image: front?.url, photos: ['The front', 'The oven'] });
    await premium(new Date('2020-01-01'));
    expect(await shown()).toEqual({ logo: logoUrl, image: null, photos: [] });
    // The owner's form always has all pictures.
    expect(await (await browser.get(`/api/businesses/id/${id}`)).json()).toMatchObject({
      ...{ logoUrl, imageUrl: front?.url, basicPicture: 'logo' },
      photos: [{ alt: 'The front' }, { alt: 'The oven' }],
    });
  });

  it('is chosen by the owner alone', async () => {
    expect((await choose('both')).status).toBe(422);
    const stranger = await aUser(database.db);
    const other = new TestBrowser(createApi(testServices(database))).withSession(
      await aSession(database.db, stranger.id),
    );
    expect((await choose('logo', other)).status).toBe(403);
    expect(await database.db.select().from(businesses)).toMatchObject([{ basicPicture: 'photo' }]);
  });
});
