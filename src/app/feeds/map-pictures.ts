/** Pictures of the map: /maps/{shape}/{zoom}/{column}-{row}.{theme}.{format}. Drawn when first asked for, and kept on disk. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip as gunzipWith } from 'node:zlib';
import type { Hono } from 'hono';
import { type MapFormat, type MapFrame, readFramePath } from '#features/maps/map-frame.ts';
import { mapColors } from '#features/maps/map-style.ts';
import type { MapDrawing } from '#features/maps/server/map-svg.ts';
import { tilesIn, viewOf } from '#features/maps/server/map-view.ts';
import type { TileData } from '#features/maps/server/read-tiles.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { createDrawingRoom, DrawingError } from '#server/sharing-picture/drawing-room.ts';
import { createPictureShelf } from '#server/sharing-picture/picture-shelf.ts';
import { isAllowedTile } from '#server/tiles/tile-address.ts';
import { mapMakers, type Tile, townTilesOf } from '#server/tiles/town-tiles.ts';
import { Crowded, Turns } from '#server/turns.ts';
import { Problem } from '#shared/problem.ts';

const gunzip = promisify(gunzipWith);

const shelfBytes = 200 * 1024 * 1024;
/** A picture takes about 100 ms, so the last in line waits a second or two. */
const maxWaiting = 16;
const keptLong = 'public, max-age=86400, stale-while-revalidate=604800';
/** For a picture without all of its streets, which may come soon. */
const keptShort = 'public, max-age=120';
/** Increase it with every change of the drawing. */
const designVersion = 3;
/** A picture waits this long for tiles that are not stored yet; then it is drawn without them, for the moment. */
const tilesMs = 3_000;
/** As long as no tile has ever come: then pages lay their pins on the town's outline, which nobody should have to wait for. */
const firstTilesMs = 300;

const program = join(import.meta.dirname, '../../features/maps/server/draw-map-process.ts');

export function mountMapPictures(app: Hono<ApiEnv>, services: Services): void {
  const { city, env, log } = services;
  const tiles = townTilesOf(services);
  const shelf = createPictureShelf(join(env.dataDir, 'cache/maps'), shelfBytes);
  const room = createDrawingRoom<MapDrawing & { format: MapFormat }>(program);
  const turns = new Turns(1, maxWaiting);

  async function draw(file: string, drawing: MapDrawing & { format: MapFormat }): Promise<Buffer> {
    const drawn = turns.take(async () => {
      // An earlier turn may have drawn the same picture.
      const kept = await shelf.find(file);
      if (kept) return kept;
      const bytes = await room.draw(drawing);
      await shelf.keep(file, bytes);
      return bytes;
    });
    return drawn.catch((error: unknown) => {
      if (!(error instanceof Crowded)) throw error;
      throw new Problem('unavailable', 'Too many ask for this at once. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    });
  }

  /** The tiles of a frame, and whether any is missing that may come later. */
  async function tilesOf(frame: MapFrame): Promise<{ found: TileInFrame[]; isWhole: boolean }> {
    const asked = tilesIn(viewOf(frame)).filter((tile) => isAllowedTile(tile, city.map.bounds));
    const patienceMs = mapMakers(city, env) === null ? firstTilesMs : tilesMs;
    const answers = await Promise.all(
      asked.map(async (tile) => ({ tile, answer: await Promise.race([tiles.read(tile), late(patienceMs)]) })),
    );
    return {
      found: answers.flatMap(({ tile, answer }) => (typeof answer === 'string' ? [] : [{ ...tile, ...answer }])),
      isWhole: answers.every(({ answer }) => answer !== 'away'),
    };
  }

  app.get('/maps/*', async (c) => {
    const asked = readFramePath(c.req.path, city.map.bounds);
    if (asked === null) return c.text('There is no such picture.', 404);
    const { format, frame, theme } = asked;
    const { found, isWhole } = await tilesOf(frame);
    const drawing = { frame, theme, format, town: city.facts.name, outline: city.map.outline };
    const versions = found.map(({ z, x, y, version }) => [z, x, y, version]);
    const key = createHash('sha256')
      .update(JSON.stringify([designVersion, mapColors[theme], drawing, versions]))
      .digest('base64url')
      .slice(0, 32);
    const headers = { ETag: `"${key}"`, 'Cache-Control': isWhole || tiles.isOff ? keptLong : keptShort };
    if (c.req.header('if-none-match')?.includes(key)) return c.body(null, 304, headers);
    try {
      const file = `${key}.${format}`;
      const bytes = (await shelf.find(file)) ?? (await draw(file, { ...drawing, tiles: await unpacked(found) }));
      return c.body(new Uint8Array(bytes), 200, { ...headers, 'Content-Type': `image/${format}` });
    } catch (error) {
      if (!(error instanceof DrawingError)) throw error;
      log.error({ err: error, path: c.req.path }, 'a picture of the map could not be drawn');
      return c.text('This picture cannot be drawn right now.', 503, {
        'Retry-After': '60',
        'Cache-Control': 'no-store',
      });
    }
  });
}

type TileInFrame = Omit<TileData, 'bytes'> & Tile;

async function late(afterMs: number): Promise<'away'> {
  await sleep(afterMs, undefined, { ref: false });
  return 'away';
}

function unpacked(found: readonly TileInFrame[]): Promise<TileData[]> {
  return Promise.all(found.map(async ({ z, x, y, packed }) => ({ z, x, y, bytes: await gunzip(packed) })));
}
