/** Reads what a tile service has sent, and refuses what is no vector tile. */
import { promisify } from 'node:util';
import { gunzip as gunzipWith } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

const gunzip = promisify(gunzipWith);

/** Unpacked. The heaviest tiles of whole countries have a few hundred kB. */
const maxTileBytes = 2 * 1024 * 1024;

/** Types that servers give to tiles. */
const tileTypes =
  /^(application\/(vnd\.mapbox-vector-tile|x-protobuf|protobuf|octet-stream|gzip|x-gzip)|binary\/octet-stream)\b/i;

/** @throws when the answer is too large or is not a vector tile */
export async function readTileBody(response: Response): Promise<Uint8Array> {
  const type = response.headers.get('content-type');
  if (type !== null && !tileTypes.test(type)) throw new Error(`it sent ${type.slice(0, 80)} instead of a tile`);
  return checkTile(await readLimited(response, maxTileBytes));
}

/** @returns the tile, unpacked @throws when it is not a vector tile */
async function checkTile(bytes: Uint8Array): Promise<Uint8Array> {
  // Some servers send packed tiles without saying so.
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const tile = isPacked ? await gunzip(bytes, { maxOutputLength: maxTileBytes }) : bytes;
  if (tile.length === 0) return tile;
  let layers: object;
  try {
    layers = new VectorTile(new PbfReader(tile)).layers;
  } catch {
    throw new Error('it sent something that is not a vector tile');
  }
  if (Object.keys(layers).length === 0) throw new Error('it sent something that is not a vector tile');
  return tile;
}

/** @throws when the body is larger than `maxBytes` */
export async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new Error(`it sent more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
