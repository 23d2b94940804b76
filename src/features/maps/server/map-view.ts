/** Where things are in a picture. */
import { frameCenter, type MapFrame, mapShapes, project } from '../map-frame.ts';

/** Px of `zoom` around a center; 256 px for a tile. */
export interface MapView {
  zoom: number;
  center: { x: number; y: number };
  width: number;
  height: number;
}

export type Point = readonly [x: number, y: number];

export function viewOf(frame: MapFrame): MapView {
  return { ...mapShapes[frame.shape], zoom: frame.zoom, center: frameCenter(frame) };
}

const minZoom = 10;
/** The share of the picture that the town may fill. */
const filled = 0.86;

/** Without streets, a few of them around a place would show nothing: this view shows the whole town around it. */
export function townViewOf(frame: MapFrame, outline: readonly (readonly Point[])[]): MapView {
  const { width, height, center, zoom: near } = viewOf(frame);
  const reach = outline.flat().map(([longitude, latitude]) => {
    const { x, y } = project({ latitude, longitude }, near);
    return Math.max(Math.abs(x - center.x) / (width / 2), Math.abs(y - center.y) / (height / 2));
  });
  const times = Math.max(1, ...reach) / filled;
  const zoom = Math.max(minZoom, Math.floor((near - Math.log2(times)) * 4) / 4);
  const scale = 2 ** (zoom - near);
  return { width, height, zoom, center: { x: center.x * scale, y: center.y * scale } };
}

/** Where a longitude and latitude is in a view. */
export function pointIn({ zoom, center, width, height }: MapView, [longitude, latitude]: Point): Point {
  const { x, y } = project({ latitude, longitude }, zoom);
  return [x - center.x + width / 2, y - center.y + height / 2];
}

/** Draws rings of longitude and latitude. */
export function outlinePath(outline: readonly (readonly Point[])[], view: MapView): string {
  return outline.map((ring) => `${linePath(ring.map((place) => pointIn(view, place)))}Z`).join('');
}

export function linePath(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** The widest zoom of tiles that pages draw from: services have all details in them. */
const detailZoom = 14;

export interface TileInView {
  z: number;
  x: number;
  y: number;
}

/** The tiles that a view shows, at most twelve or so. */
export function tilesIn({ zoom, center, width, height }: MapView): TileInView[] {
  const z = Math.min(detailZoom, Math.max(0, Math.floor(zoom) - 1));
  const size = 256 * 2 ** (zoom - z);
  const columns = range((center.x - width / 2) / size, (center.x + width / 2) / size);
  const rows = range((center.y - height / 2) / size, (center.y + height / 2) / size);
  return columns.flatMap((x) => rows.map((y) => ({ z, x, y })));
}

function range(from: number, to: number): number[] {
  const first = Math.floor(from);
  return Array.from({ length: Math.floor(to) - first + 1 }, (_, index) => first + index);
}
