/**
 * The look of every map, in the site's own colors, light and dark. The server draws pictures by it (server/map-svg.ts),
 * the browser's map is styled by it (web/map-library-style.ts). The rules know two schemas of tiles: OpenMapTiles
 * (`transportation`, `class`) and Protomaps (`roads`, `kind`).
 */
import type { MapTheme } from './map-frame.ts';

interface MapColors {
  land: string;
  /** Inside the town's limits, while there are no streets. */
  town: string;
  outline: string;
  green: string;
  civic: string;
  water: string;
  building: string;
  road: string;
  roadEdge: string;
  mainRoad: string;
  mainRoadEdge: string;
  path: string;
  rail: string;
  label: string;
  /** Around labels. */
  halo: string;
  waterLabel: string;
}

export const mapColors: Record<MapTheme, MapColors> = {
  light: {
    land: '#eee5d3',
    town: '#f6f0e4',
    outline: '#8c8168',
    green: '#d5dfbd',
    civic: '#e9dcc6',
    water: '#b5d0d6',
    building: '#dfd1b8',
    road: '#fffdf8',
    roadEdge: '#d6c8ac',
    mainRoad: '#fdeec6',
    mainRoadEdge: '#d2b26f',
    path: '#b59f78',
    rail: '#a99d86',
    label: '#3f4b44',
    halo: '#f6f0e4',
    waterLabel: '#2c5d68',
  },
  dark: {
    land: '#1a2520',
    town: '#1e2923',
    outline: '#839086',
    green: '#24382a',
    civic: '#26302a',
    water: '#17363f',
    building: '#2a3630',
    road: '#43524a',
    roadEdge: '#121a15',
    mainRoad: '#5e5a41',
    mainRoadEdge: '#141a14',
    path: '#55645a',
    rail: '#4b5850',
    label: '#d8d0bd',
    halo: '#151e19',
    waterLabel: '#8fc0c9',
  },
};

/** Pairs of zoom and px, as MapLibre counts zoom: a tile has 512 px. */
type Stops = readonly (readonly [zoom: number, px: number])[];

export interface MapRule {
  id: string;
  draws: 'fill' | 'line';
  /** The layer of OpenMapTiles, then that of Protomaps. */
  layers: readonly string[];
  /** Values of `class` or `kind`; left out, all features of the layers. */
  kinds?: readonly string[];
  color: keyof MapColors;
  minZoom?: number;
  /** For lines. */
  width?: Stops;
  /** In widths of the line. */
  dashes?: readonly [number, number];
}

const green =
  'park wood forest grass grassland meadow pitch cemetery golf_course garden nature_reserve recreation_ground playground scrub national_park orchard farmland protected_area village_green public_park zoo'.split(
    ' ',
  );
const civic = 'school university college hospital kindergarten stadium military'.split(' ');
const motorways = 'motorway trunk highway motorway_link trunk_link'.split(' ');
const mainRoads = 'primary secondary major_road primary_link secondary_link'.split(' ');
const middleRoads = 'tertiary medium_road tertiary_link'.split(' ');
const minorRoads = 'minor minor_road residential unclassified living_street road busway'.split(' ');
const serviceRoads = 'service track driveway alley parking_aisle'.split(' ');
const paths = 'path pedestrian footway cycleway steps bridleway sidewalk crossing'.split(' ');
const rails = 'rail light_rail tram subway transit'.split(' ');
const streets = ['transportation', 'roads'];

const widths = {
  motorway: [
    [9, 1.2],
    [13, 4],
    [16, 15],
    [18, 40],
  ],
  main: [
    [10, 0.8],
    [13, 3],
    [16, 13],
    [18, 36],
  ],
  middle: [
    [11, 0.6],
    [13, 2],
    [16, 11],
    [18, 32],
  ],
  minor: [
    [12.5, 0.5],
    [14, 2.4],
    [16, 8.5],
    [18, 28],
  ],
  service: [
    [14, 0.6],
    [16, 3.6],
    [18, 13],
  ],
  path: [
    [14, 0.6],
    [16, 1.4],
    [18, 3],
  ],
} satisfies Record<string, Stops>;

/** An edge shows 0.8 px on each side of its road. */
const edge = (stops: Stops): Stops => stops.map(([zoom, px]) => [zoom, px + 1.6]);

function road(
  id: keyof typeof widths,
  kinds: readonly string[],
  minZoom: number,
  colors: readonly [MapRule['color'], MapRule['color']],
): [MapRule, MapRule] {
  const shared = { draws: 'line', layers: streets, kinds, minZoom } as const;
  return [
    { ...shared, id: `${id}-edge`, color: colors[1], width: edge(widths[id]) },
    { ...shared, id, color: colors[0], width: widths[id] },
  ];
}

const roads = [
  road('service', serviceRoads, 14, ['road', 'roadEdge']),
  road('minor', minorRoads, 12.5, ['road', 'roadEdge']),
  road('middle', middleRoads, 11, ['road', 'roadEdge']),
  road('main', mainRoads, 10, ['mainRoad', 'mainRoadEdge']),
  road('motorway', motorways, 8, ['mainRoad', 'mainRoadEdge']),
];

/** From the ground up. All edges lie below all roads, so that crossings are open. */
export const mapRules: readonly MapRule[] = [
  { id: 'green', draws: 'fill', layers: ['park', 'landcover', 'landuse'], kinds: green, color: 'green' },
  { id: 'civic', draws: 'fill', layers: ['landuse'], kinds: civic, color: 'civic' },
  { id: 'water', draws: 'fill', layers: ['water'], color: 'water' },
  {
    ...{ id: 'streams', draws: 'line', layers: ['waterway', 'water'], color: 'water' },
    width: [
      [9, 0.6],
      [14, 2],
      [18, 8],
    ],
  },
  { id: 'buildings', draws: 'fill', layers: ['building', 'buildings'], color: 'building', minZoom: 14 },
  {
    ...{ id: 'paths', draws: 'line', layers: streets, kinds: paths, color: 'path', minZoom: 14 },
    ...{ width: widths.path, dashes: [2, 1.6] },
  },
  {
    id: 'rails',
    draws: 'line',
    layers: streets,
    kinds: rails,
    color: 'rail',
    minZoom: 11,
    width: [
      [11, 0.8],
      [16, 2],
    ],
  },
  ...roads.map(([below]) => below),
  ...roads.map(([, above]) => above),
];

/** Layers whose lines carry the names of streets, as [layer of OpenMapTiles, of Protomaps]. */
export const streetNameLayers = ['transportation_name', 'roads'] as const;

/** Streets whose names are written first, from the least to the most important. */
const importance = [paths, serviceRoads, minorRoads, middleRoads, mainRoads, motorways];

/** The greater, the more important is the street; -1 for other lines. */
export function streetRank(kind: string): number {
  return importance.findIndex((kinds) => kinds.includes(kind));
}

type Properties = Readonly<Record<string, unknown>>;

/** The kind of a feature in either schema. */
export function kindOf({ class: openMapTiles, kind_detail: detail, kind }: Properties): string {
  return String(openMapTiles ?? detail ?? kind ?? '');
}

/** The exponent with which widths grow between two stops. */
export const widthBase = 1.6;

/** The width of a line at a zoom, in px. */
export function widthAt(stops: Stops, zoom: number): number {
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return 1;
  if (zoom <= first[0]) return first[1];
  const next = stops.findIndex(([at]) => at > zoom);
  const [from, to] = [stops[next - 1], stops[next]];
  if (from === undefined || to === undefined) return last[1];
  const share = (widthBase ** (zoom - from[0]) - 1) / (widthBase ** (to[0] - from[0]) - 1);
  return from[1] + (to[1] - from[1]) * share;
}
