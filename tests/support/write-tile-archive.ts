/** Writes a PMTiles archive, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

interface StoredTile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

export async function writeTileArchive(
  path: string,
  tiles: readonly StoredTile[],
  { maxZoom, attribution }: { maxZoom: number; attribution: string },
): Promise<void> {
  const sorted = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: gzipSync(tile.bytes) }))
    .toSorted((a, b) => a.id - b.id);
  const directory = gzipSync(
    Buffer.from([
      ...varint(sorted.length),
      ...sorted.flatMap(({ id }, index) => varint(id - (sorted[index - 1]?.id ?? 0))),
      ...sorted.flatMap(() => varint(1)),
      ...sorted.flatMap(({ bytes }) => varint(bytes.length)),
      // 0: right after the tile before.
      ...sorted.flatMap((_, index) => varint(index === 0 ? 1 : 0)),
    ]),
  );
  const metadata = gzipSync(JSON.stringify({ attribution }));
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const sections = [directory.length, metadata.length, 0, data.length];
  let offset = header.length;
  for (const [index, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(sorted.length), at);
  const [clustered, gzipped, vectorTiles, minZoom] = [1, 2, 1, 0];
  for (const [index, value] of [clustered, gzipped, gzipped, vectorTiles, minZoom, maxZoom].entries()) {
    header.writeUInt8(value, 96 + index);
  }
  await writeFile(path, Buffer.concat([header, directory, metadata, data]));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
