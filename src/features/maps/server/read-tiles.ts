/** Reads tiles into lines and areas in the px of a picture. */
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { kindOf } from '../map-style.ts';
import type { MapView, Point, TileInView } from './map-view.ts';

export interface TileData extends TileInView {
  /** Unpacked. */
  bytes: Uint8Array;
}

export interface MapFeature {
  layer: string;
  kind: string;
  name: string;
  shape: 'line' | 'area';
  /** Lines, or the rings of an area. */
  parts: Point[][];
}

const shapes = { 2: 'line', 3: 'area' } as const;
/** Beyond the picture's edges, so that no line's end shows. */
const margin = 24;

/** Lists the features that a view shows. Points are left out. */
export function readTiles(tiles: readonly TileData[], view: MapView): MapFeature[] {
  return tiles.flatMap((tile) => {
    const size = 256 * 2 ** (view.zoom - tile.z);
    const left = tile.x * size - view.center.x + view.width / 2;
    const top = tile.y * size - view.center.y + view.height / 2;
    const { layers } = new VectorTile(new PbfReader(tile.bytes));
    return Object.values(layers).flatMap((layer) =>
      Array.from({ length: layer.length }, (_, index) => layer.feature(index)).flatMap((feature) => {
        const shape = shapes[feature.type as 2 | 3];
        if (shape === undefined) return [];
        const scale = size / feature.extent;
        const parts = feature
          .loadGeometry()
          .map((part) => part.map(({ x, y }): Point => [left + x * scale, top + y * scale]))
          .filter((part) => shape === 'area' || isSeen(part, view));
        if (!parts.some((part) => isSeen(part, view))) return [];
        return [{ layer: layer.name, kind: kindOf(feature.properties), name: nameOf(feature), shape, parts }];
      }),
    );
  });
}

function nameOf({ properties }: VectorTileFeature): string {
  const name = properties.name ?? properties['name:latin'] ?? properties['name:en'] ?? '';
  return String(name).slice(0, 60);
}

function isSeen(part: readonly Point[], { width, height }: MapView): boolean {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of part) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return east > -margin && west < width + margin && south > -margin && north < height + margin;
}
