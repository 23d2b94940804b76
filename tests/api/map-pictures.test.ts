import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountMapPictures } from '#app/feeds/map-pictures.ts';
import { frameAround, framePath, type MapFormat, type MapShape, type MapTheme } from '#features/maps/map-frame.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let dataFolder: string;
let app: ReturnType<typeof createApi>;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'maps-'));
  const services = testServices(database, { env: { DATA_DIR: dataFolder } });
  app = createApi(services);
  mountMapPictures(app, services);
});
afterAll(() => removeFolder(dataFolder));

/** In the made-up town, a little north of its middle. */
const place = { latitude: 29.512, longitude: -98.508 };
const path = (shape: MapShape, theme: MapTheme, format: MapFormat, { latitude, longitude } = place) =>
  framePath(frameAround({ latitude, longitude }, shape), theme, format);

async function pictureOf(address: string) {
  const response = await app.request(address);
  expect(response.status).toBe(200);
  return sharp(Buffer.from(await response.arrayBuffer()));
}

it('draws the town without any tiles, in two shapes, themes and formats', async () => {
  expect(await (await pictureOf(path('card', 'light', 'webp'))).metadata()).toMatchObject({
    ...{ format: 'webp', width: 800, height: 520 },
  });
  expect(await (await pictureOf(path('wide', 'dark', 'avif'))).metadata()).toMatchObject({
    ...{ format: 'heif', width: 1600, height: 720 },
  });
  const light = await (await pictureOf(path('card', 'light', 'webp'))).stats();
  const dark = await (await pictureOf(path('card', 'dark', 'webp'))).stats();
  expect(light.channels[0]?.mean).toBeGreaterThan(200);
  expect(dark.channels[0]?.mean).toBeLessThan(60);
});

it('shows the outline of the town: its ground, its limits and the land around differ', async () => {
  const { channels } = await (await pictureOf(path('card', 'light', 'webp'))).stats();
  expect(channels[2]?.stdev).toBeGreaterThan(5);
});

it('draws once, keeps the picture and knows it again', async () => {
  const address = path('card', 'light', 'avif', { latitude: 29.5, longitude: -98.5 });
  const kept = () => readdir(join(dataFolder, 'cache/maps')).catch(() => []);
  const before = (await kept()).length;
  const answers = await Promise.all([1, 2, 3].map(() => app.request(address)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[0]?.headers.get('content-type')).toBe('image/avif');
  expect(answers[0]?.headers.get('cache-control')).toContain('max-age=86400');
  expect(await kept()).toHaveLength(before + 1);
  const etag = answers[0]?.headers.get('etag') ?? '';
  const again = await app.request(address, { headers: { 'if-none-match': etag } });
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
});

it('refuses other places, and draws nothing for them', async () => {
  const before = await readdir(join(dataFolder, 'cache/maps'));
  const elsewhere = path('card', 'light', 'avif', { latitude: 48.1, longitude: 11.5 });
  const good = path('card', 'light', 'avif');
  const odd = ['/maps/', '/maps/x', '/maps/%2e%2e/x', good.replace('/16/', '/99/'), good.replace('avif', 'png')];
  for (const address of [elsewhere, ...odd]) {
    expect((await app.request(address)).status, address).toBe(404);
  }
  expect(await readdir(join(dataFolder, 'cache/maps'))).toEqual(before);
});
