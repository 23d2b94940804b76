/** Tiles for the browser's map: /tiles/{z}/{x}/{y}.mvt, inside the pack's bounds. */
import { promisify } from 'node:util';
import { gunzip as gunzipWith } from 'node:zlib';
import type { Hono } from 'hono';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { readTilePath } from '#server/tiles/tile-address.ts';
import { townTilesOf } from '#server/tiles/town-tiles.ts';

const gunzip = promisify(gunzipWith);
const keptFor = 'public, max-age=86400, stale-while-revalidate=604800';

export function mountMapTiles(app: Hono<ApiEnv>, services: Services): void {
  const tiles = townTilesOf(services);
  const { bounds } = services.city.map;
  app.get('/tiles/*', async (c) => {
    const address = readTilePath(c.req.path, bounds);
    if (address === null) return c.text('There is no such tile.', 404);
    const tile = await tiles.read(address);
    // The map draws its plain ground there. Nothing is wrong that a visitor could see or mend.
    if (tile === 'away') return c.body(null, 204, { 'Cache-Control': 'no-store' });
    if (tile === 'empty') return c.body(null, 204, { 'Cache-Control': keptFor });
    const etag = `"${tile.version}"`;
    const headers = { ETag: etag, 'Cache-Control': keptFor, Vary: 'Accept-Encoding' };
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers);
    const isPacked = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
    return c.body(new Uint8Array(isPacked ? tile.packed : await gunzip(tile.packed)), 200, {
      ...headers,
      'Content-Type': 'application/vnd.mapbox-vector-tile',
      ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
    });
  });
}
