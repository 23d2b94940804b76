import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountMapPictures } from '#app/feeds/map-pictures.ts';
import { mountMapTiles } from '#app/feeds/map-tiles.ts';
import { frameAround, framePath } from '#features/maps/map-frame.ts';
import type { CityPack } from '#server/city-pack.ts';
import { townTilesOf } from '#server/tiles/town-tiles.ts';
import { dayMs } from '#shared/times.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { madeUpStreets } from '#tests/support/made-up-streets.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { cutTile, startTileSource, type TileSource } from '#tests/support/tile-source.ts';
import { writeTileArchive } from '#tests/support/write-tile-archive.ts';

const database = testDatabase();
const streets = madeUpStreets({ latitude: 29.5103, longitude: -98.508 });
const middle = '/tiles/14/3708/6785.mvt';
let folder: string;
let source: TileSource;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiles-'));
  source = await startTileSource(streets);
});
afterEach(async () => {
  await source.stop().catch(() => undefined);
  // A tile may still be on its way to the disk.
  await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
});

/** A site with an empty memory; the store on disk stays. */
function start(tilesUrl: string, city: CityPack = aCity()) {
  const services = testServices(database, { city, env: { DATA_DIR: folder, MAP_TILES_URL: tilesUrl } });
  const app = createApi(services);
  mountMapTiles(app, services);
  mountMapPictures(app, services);
  const attribution = async () =>
    ((await (await app.request('/api/city')).json()) as { map: { attribution: string | null } }).map.attribution;
  return { ask: (path: string, headers = {}) => app.request(path, { headers }), attribution, services };
}

async function layersOf(response: Response): Promise<string[]> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = response.headers.get('content-encoding') === 'gzip';
  return Object.keys(new VectorTile(new PbfReader(isPacked ? gunzipSync(bytes) : bytes)).layers).sort();
}

it('answers from the source once, then from the store, packed or not', async () => {
  const site = start(source.template);
  expect(await layersOf(await site.ask(middle, { 'accept-encoding': 'gzip' }))).toContain('transportation');
  expect(await layersOf(await site.ask(middle))).toContain('building');
  expect(source.asked).toEqual(['/v1/14/3708/6785.pbf']);
  const first = await site.ask(middle);
  expect(first.headers.get('cache-control')).toContain('max-age=86400');
  const etag = first.headers.get('etag') ?? '';
  expect((await site.ask(middle, { 'if-none-match': etag })).status).toBe(304);
});

it('asks once for a tile that many want at the same time', async () => {
  const site = start(source.template);
  const answers = await Promise.all(Array.from({ length: 12 }, () => site.ask(middle)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(source.asked).toHaveLength(1);
});

it('keeps its tiles while the source is away, and after a start', async () => {
  await start(source.template).ask(middle);
  await source.stop();
  const site = start(source.template);
  expect(await layersOf(await site.ask(middle))).toContain('transportation');
  expect((await site.ask('/tiles/14/3707/6785.mvt')).status).toBe(204);
  expect(await townTilesOf(site.services).state()).toMatchObject({ from: 'service', name: '127.0.0.1' });
  // After a wait for the source it would say 'no answer within 5 seconds'.
  expect((await townTilesOf(site.services).state()).trouble).toMatch(/ECONNREFUSED|refused/);
});

it('serves an old tile at once and fetches a newer one', async () => {
  await start(source.template).ask(middle);
  const [file = ''] = await readdir(join(folder, 'cache/tiles'));
  const old = new Date(Date.now() - 40 * dayMs);
  await utimes(join(folder, 'cache/tiles', file), old, old);
  const site = start(source.template);
  expect((await site.ask(middle)).status).toBe(200);
  await expect.poll(() => source.asked.length).toBe(2);
});

it('leaves the source alone for a while after it has failed', async () => {
  source.answerWith((_, response) => void response.writeHead(503).end());
  const site = start(source.template);
  for (const y of [6784, 6785, 6786]) expect((await site.ask(`/tiles/14/3708/${y}.mvt`)).status).toBe(204);
  expect(source.asked).toHaveLength(1);
  expect((await site.ask(middle)).headers.get('cache-control')).toBe('no-store');
  expect((await townTilesOf(site.services).state()).trouble).toBe('it answers with status 503');
  expect(await readdir(join(folder, 'cache/tiles')).catch(() => [])).toEqual([]);
});

test.each([
  [
    'another host',
    (origin: string) => ({
      status: 302,
      headers: { location: `${origin.replace('127.0.0.1', 'localhost')}/v1/0/0/0.pbf` },
    }),
  ],
  ['a page', () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hello' })],
  [
    'no tile',
    () => ({ status: 200, headers: { 'content-type': 'application/x-protobuf' }, body: 'Sign in to continue' }),
  ],
  [
    'too much',
    () => ({ status: 200, headers: { 'content-type': 'application/x-protobuf' }, body: Buffer.alloc(5_000_000, 1) }),
  ],
])('takes nothing from a source that answers with %s', async (_what, answer) => {
  const { status, headers, body } = { body: '', ...answer(source.origin) };
  source.answerWith((_, response) => void response.writeHead(status, headers).end(body));
  const site = start(source.template);
  expect((await site.ask(middle)).status).toBe(204);
  expect(source.asked).toHaveLength(1);
  expect(await readdir(join(folder, 'cache/tiles')).catch(() => [])).toEqual([]);
  expect((await townTilesOf(site.services).state()).trouble).toMatch(
    /redirect|instead of a tile|not a vector tile|more than/,
  );
});

it('remembers where the source has nothing', async () => {
  const site = start(source.template);
  for (let n = 0; n < 3; n++) expect((await site.ask('/tiles/14/3709/6783.mvt')).status).toBe(204);
  expect(source.asked).toHaveLength(1);
});

it('refuses hostile addresses without asking anybody', async () => {
  const site = start(source.template);
  const hostile = [
    '99/0/0',
    '-1/0/0',
    '14/0/0',
    '17/29664/54280',
    '14/3708/6785.5',
    '14/%2e%2e/6785',
    'https:/evil.example/0/0',
  ];
  for (const address of hostile) expect((await site.ask(`/tiles/${address}.mvt`)).status, address).toBe(404);
  expect((await site.ask('/tiles/14/3708/6785')).status).toBe(404);
  expect(source.asked).toEqual([]);
});

it('finds the tiles by a description, and says whose they are', async () => {
  const site = start(source.description);
  // The site has fetched no tile yet, so it does not know the source's name.
  expect(await site.attribution()).toBeNull();
  expect((await site.ask(middle)).status).toBe(200);
  expect(await site.attribution()).toBe('Made-up Maps © OpenStreetMap contributors');
  // The description ends at zoom 14.
  expect((await site.ask('/tiles/15/7416/13571.mvt')).status).toBe(204);
  expect(source.asked).toEqual(['/tiles.json', '/v1/14/3708/6785.pbf']);
  // Another process, or this one after a restart, reads the name from the disk.
  expect(await start(source.description).attribution()).toBe('Made-up Maps © OpenStreetMap contributors');
});

it('goes to no other host that a description names', async () => {
  const elsewhere = JSON.stringify({ tiles: ['http://127.0.0.2:1/{z}/{x}/{y}.pbf'] });
  source.answerWith((_, response) => void response.writeHead(200).end(elsewhere));
  const site = start(source.description);
  expect((await site.ask(middle)).status).toBe(204);
  expect((await townTilesOf(site.services).state()).trouble).toContain('its tiles are at http://127.0.0.2:1');
});

it('asks nobody when it is off, and says nothing of OpenStreetMap', async () => {
  const site = start('off');
  expect((await site.ask(middle)).status).toBe(204);
  expect(await site.attribution()).toBeNull();
  expect((await townTilesOf(site.services).state()).from).toBe('nothing');
});

it("takes the pack's archive before any service", async () => {
  const path = join(folder, 'map.pmtiles');
  const bytes = cutTile(streets)(14, 3708, 6785) ?? new Uint8Array();
  const attribution = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>, cut in 2026';
  await writeTileArchive(path, [{ z: 14, x: 3708, y: 6785, bytes }], { maxZoom: 14, attribution });
  const city = aCity();
  city.map.archive = path;
  const site = start(source.template, city);
  expect(await layersOf(await site.ask(middle))).toContain('water');
  expect((await site.ask('/tiles/14/3707/6785.mvt')).status).toBe(204);
  expect((await site.ask('/tiles/16/14832/27140.mvt')).status).toBe(204);
  expect(await site.attribution()).toBe('© OpenStreetMap, cut in 2026');
  expect(source.asked).toEqual([]);
});

it('draws streets and their names into pictures, once they are there', async () => {
  const frame = frameAround({ latitude: 29.5103, longitude: -98.508 }, 'card');
  const picture = async (url: string) => {
    const response = await start(url).ask(framePath(frame, 'light', 'webp'));
    expect(response.status).toBe(200);
    const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colors = new Set<number>();
    for (let n = 0; n < data.length; n += 3)
      colors.add(((data[n] ?? 0) >> 4) * 256 + ((data[n + 1] ?? 0) >> 4) * 16 + ((data[n + 2] ?? 0) >> 4));
    return { colors: colors.size, cache: response.headers.get('cache-control') };
  };
  const plain = await picture('off');
  const drawn = await picture(source.template);
  expect(drawn.colors).toBeGreaterThan(plain.colors + 10);
  expect(drawn.cache).toContain('max-age=86400');
  await source.stop();
  // The source is away and the tile is not stored, so the picture has no streets for now.
  await rm(join(folder, 'cache/tiles'), { recursive: true });
  const without = await picture(source.template);
  expect(without.cache).toBe('public, max-age=120');
  expect(without.colors).toBe(plain.colors);
});
