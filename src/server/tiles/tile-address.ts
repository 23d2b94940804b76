/** The tiles that the site serves. A tile is addressed as everywhere: zoom, column from the west, row from the north. */

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** West, south, east, north, in degrees. */
type Bounds = readonly [number, number, number, number];

const maxTileZoom = 16;

const pattern = /^\/tiles\/(0|[1-9]\d?)\/(0|[1-9]\d{0,5})\/(0|[1-9]\d{0,5})\.mvt$/;

/** Reads '/tiles/{z}/{x}/{y}.mvt'; null for an address outside of the bounds. */
export function readTilePath(path: string, bounds: Bounds): TileAddress | null {
  const match = pattern.exec(path);
  if (match === null) return null;
  const tile = { z: Number(match[1]), x: Number(match[2]), y: Number(match[3]) };
  return isAllowedTile(tile, bounds) ? tile : null;
}

/** Tells whether any part of the tile is inside the bounds. */
export function isAllowedTile({ z, x, y }: TileAddress, [west, south, east, north]: Bounds): boolean {
  if (z > maxTileZoom) return false;
  const count = 2 ** z;
  return x >= column(west, count) && x <= column(east, count) && y >= row(north, count) && y <= row(south, count);
}

/** The tile that holds a place. */
export function tileAt({ latitude, longitude }: { latitude: number; longitude: number }, z: number): TileAddress {
  return { z, x: column(longitude, 2 ** z), y: row(latitude, 2 ** z) };
}

const column = (longitude: number, count: number) => Math.min(count - 1, Math.floor(((longitude + 180) / 360) * count));

function row(latitude: number, count: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const share = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}
