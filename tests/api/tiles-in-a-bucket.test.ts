/** Two machines share the tiles of the map by a bucket: the tile service is asked once for both. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { mapMakers, townTilesOf } from '#server/tiles/town-tiles.ts';
import { dayMs } from '#shared/times.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { madeUpStreets } from '#tests/support/made-up-streets.ts';
import { moveByCommand } from '#tests/support/move-by-command.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { type S3StandIn, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { startTileSource, type TileSource } from '#tests/support/tile-source.ts';

const database = testDatabase();
const streets = madeUpStreets({ latitude: 29.5103, longitude: -98.508 });
const middle = { z: 14, x: 3708, y: 6785 };
const nothing = { z: 14, x: 3709, y: 6783 };
const makers = 'Made-up Maps © OpenStreetMap contributors';

let store: S3StandIn;
let source: TileSource;
let folder = '';
beforeAll(async () => {
  store = await startS3StandIn();
});
afterAll(() => store.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shared-tiles-'));
  source = await startTileSource(streets);
});
afterEach(async () => {
  store.mood = 'well';
  store.objects.clear();
  await source.stop().catch(() => undefined);
  removeFolder(folder);
});

/** A machine with a disk of its own, as it is after a start. */
function start(name: string, variables = store.variables) {
  const { city, env, log } = testServices(database, {
    city: aCity(),
    env: { DATA_DIR: join(folder, name), MAP_TILES_URL: source.description, ...variables },
  });
  return { tiles: townTilesOf({ city, env, log }), makers: () => mapMakers(city, env) };
}

const tilesAsked = () => source.asked.filter((path) => path.endsWith('.pbf'));
const shared = () => [...store.objects.keys()].filter((name) => name.startsWith('tiles/'));
const sharedTile = () => {
  const [, held] = [...store.objects].find(([name]) => name.endsWith('14-3708-6785.gz')) ?? [];
  if (held === undefined) throw new Error('the tile is not in the bucket');
  return held;
};

it('one machine has asked the service, and the other has the tile and its makers, also while the service is away', async () => {
  const one = start('one');
  const first = await one.tiles.read(middle);
  expect(await one.tiles.read(nothing)).toBe('empty');
  await expect.poll(() => shared().length).toBe(3);
  await source.stop();

  const other = start('other');
  expect(await other.tiles.read(middle)).toMatchObject({ packed: (first as { packed: Uint8Array }).packed });
  expect(await other.tiles.read(nothing)).toBe('empty');
  expect(other.makers()).toBe(makers);
  expect(tilesAsked()).toHaveLength(2);
  // From here on the other machine needs neither.
  store.mood = 'failing';
  const again = start('other');
  expect(await again.tiles.read(middle)).toMatchObject({ packed: (first as { packed: Uint8Array }).packed });
  expect(again.makers()).toBe(makers);
});

it('asks the service for what is old, and shows the old tile while the service does not answer', async () => {
  await start('one').tiles.read(middle);
  await expect.poll(() => shared().length).toBe(2);
  const old = new Date(Math.floor((Date.now() - 40 * dayMs) / 1_000) * 1_000);
  sharedTile().at = old;
  source.answerWith((_, response) => void response.writeHead(503).end());
  expect(await start('other').tiles.read(middle)).toMatchObject({ version: old.getTime().toString(36) });

  source.answerWith(null);
  const third = await start('third').tiles.read(middle);
  expect(third).not.toMatchObject({ version: old.getTime().toString(36) });
  expect(tilesAsked()).toHaveLength(2);
  await expect.poll(() => sharedTile().at.getTime()).toBeGreaterThan(old.getTime());
});

it('asks the service while the bucket is away, and shares nothing', async () => {
  store.mood = 'failing';
  const site = start('one');
  expect(await site.tiles.read(middle)).toMatchObject({ packed: expect.anything() });
  expect(site.makers()).toBe(makers);
  store.mood = 'well';
  expect(shared()).toEqual([]);
});

it('brings tiles into the bucket and back by the command, with their makers', async () => {
  const before = start('one', {});
  await before.tiles.read(middle);
  await before.tiles.read(nothing);
  const environment = { DATA_DIR: join(folder, 'one'), ...store.variables };
  const moved = await moveByCommand('s3', environment);
  expect(moved).toEqual({ code: 0, output: expect.stringContaining('tiles: 2 files') });
  expect(shared()).toHaveLength(2);
  expect(await start('one').tiles.read(middle)).toMatchObject({ packed: expect.anything() });
  await expect.poll(() => shared().length).toBe(3);
  const other = start('other');
  expect(await other.tiles.read(middle)).toMatchObject({ packed: expect.anything() });
  expect(other.makers()).toBe(makers);
  expect(tilesAsked()).toHaveLength(2);

  const back = await moveByCommand('folder', { ...environment, STORAGE: 'folder' });
  expect(back).toEqual({ code: 0, output: expect.stringContaining('tiles: 2 files') });
  expect(readdirSync(join(folder, 'one/cache/tiles'))).toHaveLength(2);
});
