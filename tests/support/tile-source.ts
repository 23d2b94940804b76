/** Plays the service on the internet from which a site fetches its map tiles. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FeatureCollection } from 'geojson';

export interface TileSource {
  origin: string;
  /** For MAP_TILES_URL. */
  template: string;
  /** For MAP_TILES_URL, too: the description that names the tiles' address. */
  description: string;
  /** The paths that were asked for, in order. */
  asked: string[];
  /** Replaces the usual answer from now on; null restores the usual answer. */
  answerWith: (answer: ((request: IncomingMessage, response: ServerResponse) => void) | null) => void;
  stop: () => Promise<void>;
}

export function cutTile(
  layers: Record<string, FeatureCollection>,
): (z: number, x: number, y: number) => Uint8Array | null {
  const indexes = Object.entries(layers).map(
    ([name, data]) => [name, new GeoJSONVT(data, { maxZoom: 14, indexMaxZoom: 8, buffer: 128 })] as const,
  );
  return (z, x, y) => {
    const found = indexes.flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y);
      return tile ? [[name, tile] as const] : [];
    });
    return found.length === 0 ? null : fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 });
  };
}

export async function startTileSource(layers: Record<string, FeatureCollection>, port = 0): Promise<TileSource> {
  const cut = cutTile(layers);
  const asked: string[] = [];
  let other: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (other) other(request, response);
    else answer(request, response);
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === '/tiles.json') {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          tiles: [source.template],
          maxzoom: 14,
          attribution: '<a href="https://maps.example/">Made-up Maps</a> &copy; OpenStreetMap contributors',
        }),
      );
      return;
    }
    const match = /^\/v1\/(\d+)\/(\d+)\/(\d+)\.pbf$/.exec(request.url ?? '');
    const tile = match && cut(Number(match[1]), Number(match[2]), Number(match[3]));
    if (!tile) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', 'application/x-protobuf');
    response.end(tile);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source: TileSource = {
    origin,
    template: `${origin}/v1/{z}/{x}/{y}.pbf`,
    description: `${origin}/tiles.json`,
    asked,
    answerWith: (answer) => {
      other = answer;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return source;
}
