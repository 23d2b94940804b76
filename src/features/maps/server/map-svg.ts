/** Draws a map's frame as SVG: with streets where there are tiles, else the town's limits and name on plain ground. */
import type { MapFrame, MapTheme } from '../map-frame.ts';
import { type MapRule, mapColors, mapRules, widthAt } from '../map-style.ts';
import { linePath, type MapView, outlinePath, type Point, townViewOf, viewOf } from './map-view.ts';
import { type MapFeature, readTiles, type TileData } from './read-tiles.ts';
import { streetNames } from './street-names.ts';
import { townName } from './town-name.ts';

export interface MapDrawing {
  frame: MapFrame;
  theme: MapTheme;
  /** The town's name. */
  town: string;
  /** The rings of the town's limits, as longitude and latitude. */
  outline: readonly (readonly Point[])[];
  tiles: readonly TileData[];
}

/** No name is written over the pin in the middle. */
const pinRadius = 30;

export function mapSvg({ frame, theme, town, outline, tiles }: MapDrawing): string {
  const colors = mapColors[theme];
  const features = readTiles(tiles, viewOf(frame));
  const view = features.length > 0 || frame.shape === 'area' ? viewOf(frame) : townViewOf(frame, outline);
  const limits = outlinePath(outline, view);
  const dashes = `<path d="${limits}" fill="none" stroke="${colors.outline}" stroke-width="1.5" stroke-dasharray="5 4" stroke-linejoin="round"/>`;
  const inside =
    features.length > 0
      ? [
          ...mapRules.map((rule) => drawRule(rule, features, view, colors)),
          dashes,
          streetNames(features, view, {
            ink: colors.label,
            halo: colors.halo,
            clear: frame.shape === 'area' ? 0 : pinRadius,
          }),
        ]
      : [
          `<path d="${limits}" fill="${colors.town}" fill-rule="evenodd"/>`,
          dashes,
          townName(town, outline, view, { ink: colors.label, halo: colors.halo, isFree: frame.shape === 'area' }),
        ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${view.width}" height="${view.height}" viewBox="0 0 ${view.width} ${view.height}">`,
    `<rect width="100%" height="100%" fill="${colors.land}"/>`,
    ...inside,
    '</svg>',
  ].join('\n');
}

type Colors = (typeof mapColors)[MapTheme];

function drawRule(rule: MapRule, features: readonly MapFeature[], view: MapView, colors: Colors): string {
  // The style counts zoom as MapLibre does, with 512 px for a tile.
  const zoom = view.zoom - 1;
  if (zoom < (rule.minZoom ?? 0)) return '';
  const isArea = rule.draws === 'fill';
  const parts = features
    .filter(
      ({ layer, kind, shape }) =>
        rule.layers.includes(layer) &&
        shape === (isArea ? 'area' : 'line') &&
        (rule.kinds === undefined || rule.kinds.includes(kind)),
    )
    .map((feature) => feature.parts.map((part) => linePath(part) + (isArea ? 'Z' : '')).join(''));
  if (parts.length === 0) return '';
  const color = colors[rule.color];
  // Areas of two tiles overlap at the edge: one path for each, or the overlap would be a hole.
  if (isArea) return parts.map((d) => `<path d="${d}" fill="${color}" fill-rule="evenodd"/>`).join('');
  const width = widthAt(rule.width ?? [], zoom);
  const dashes = rule.dashes ? ` stroke-dasharray="${rule.dashes.map((times) => times * width).join(' ')}"` : '';
  const ends = rule.dashes ? 'butt' : 'round';
  return `<path d="${parts.join('')}" fill="none" stroke="${color}" stroke-width="${width.toFixed(2)}" stroke-linejoin="round" stroke-linecap="${ends}"${dashes}/>`;
}
