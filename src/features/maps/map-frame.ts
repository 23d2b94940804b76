/**
 * The rectangles that map pictures show. Their centers lie on a grid, so neighbors share a picture, and the number of
 * pictures that anybody can ask for is limited.
 */

interface Place {
  latitude: number;
  longitude: number;
}

/** West, south, east, north, in degrees. */
export type MapBounds = readonly [number, number, number, number];

/** The size of each shape in CSS px. Pictures have `pixelRatio` times as many. */
export const mapShapes = {
  /** One place in a column of facts. */
  card: { width: 400, height: 260 },
  /** One place across a page. */
  wide: { width: 800, height: 360 },
  /** Several places, at any zoom. */
  area: { width: 800, height: 440 },
} as const;
export type MapShape = keyof typeof mapShapes;

export const pixelRatio = 2;
const themes = ['light', 'dark'] as const;
export type MapTheme = (typeof themes)[number];
const pictureFormats = ['avif', 'webp'] as const;
export type MapFormat = (typeof pictureFormats)[number];

/** A few streets around the place; 256 px for each tile. */
export const placeZoom = 16;
const tileSize = 256;
/** The distance between two centers in px: a pin is at most half of it from the middle. */
const gridStep = 16;

export interface MapFrame {
  shape: MapShape;
  zoom: number;
  column: number;
  row: number;
}

/** Web Mercator in px from the north-west corner of the world. */
export function project({ latitude, longitude }: Place, zoom: number): { x: number; y: number } {
  const worldSize = tileSize * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * worldSize,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldSize,
  };
}

/** The frame whose middle is nearest to a place. */
export function frameAround(place: Place, shape: MapShape, zoom = placeZoom): MapFrame {
  const { x, y } = project(place, zoom);
  return { shape, zoom, column: Math.floor(x / gridStep), row: Math.floor(y / gridStep) };
}

/** The middle of a frame in the px of its zoom. */
export function frameCenter({ column, row }: MapFrame): { x: number; y: number } {
  return { x: (column + 0.5) * gridStep, y: (row + 0.5) * gridStep };
}

/** Where a place is in a frame, in percent from the left and the top. */
export function positionIn(frame: MapFrame, place: Place): { x: number; y: number } {
  const { width, height } = mapShapes[frame.shape];
  const center = frameCenter(frame);
  const { x, y } = project(place, frame.zoom);
  return { x: 50 + ((x - center.x) / width) * 100, y: 50 + ((y - center.y) / height) * 100 };
}

export function isInside([west, south, east, north]: MapBounds, { latitude, longitude }: Place): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** The address of a frame's picture: '/maps/card/16/23764-108931.light.avif'. */
export function framePath({ shape, zoom, column, row }: MapFrame, theme: MapTheme, format: MapFormat): string {
  return `/maps/${shape}/${zoom}/${column}-${row}.${theme}.${format}`;
}

/** From the town with its neighbors to a few streets. */
const areaZooms = [11, 12, 13, 14, 15, 16];
/** Pins at the edge of a picture are seen whole. */
const areaMargin = 50;

/** The closest frame that shows all places, no closer than `maxZoom`. */
export function frameOver(places: readonly [Place, ...Place[]], maxZoom: number = placeZoom): MapFrame {
  const { width, height } = mapShapes.area;
  const allowed = areaZooms.filter((zoom) => zoom <= maxZoom).toReversed();
  const frames = allowed.map((zoom) => {
    const points = places.map((place) => project(place, zoom));
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const column = Math.floor((west + east) / 2 / gridStep);
    const row = Math.floor((north + south) / 2 / gridStep);
    const fits = east - west <= width - 2 * areaMargin && south - north <= height - 2 * areaMargin;
    return { frame: { shape: 'area', zoom, column, row } as const, fits };
  });
  const widest = frames[frames.length - 1] ?? { frame: frameAround(places[0], 'area', areaZooms[0]) };
  return (frames.find(({ fits }) => fits) ?? widest).frame;
}

const whole = '(0|[1-9]\\d{0,7})';
const framePattern = new RegExp(
  `^/maps/(${Object.keys(mapShapes).join('|')})/([1-9]\\d)/${whole}-${whole}\\.(${themes.join('|')})\\.(${pictureFormats.join('|')})$`,
);

/** Reads an address; null for one that no page of a town with these bounds can ask for. */
export function readFramePath(
  path: string,
  bounds: MapBounds,
): { frame: MapFrame; theme: MapTheme; format: MapFormat } | null {
  const match = framePattern.exec(path);
  if (match === null) return null;
  const [, shape, zoom, column, row, theme, format] = match;
  const frame: MapFrame = {
    shape: shape as MapShape,
    ...{ zoom: Number(zoom), column: Number(column), row: Number(row) },
  };
  if (!(frame.shape === 'area' ? areaZooms : [placeZoom]).includes(frame.zoom)) return null;
  const [west, south, east, north] = bounds;
  const first = frameAround({ latitude: north, longitude: west }, frame.shape, frame.zoom);
  const last = frameAround({ latitude: south, longitude: east }, frame.shape, frame.zoom);
  const isKnown =
    frame.column >= first.column && frame.column <= last.column && frame.row >= first.row && frame.row <= last.row;
  return isKnown ? { frame, theme: theme as MapTheme, format: format as MapFormat } : null;
}
