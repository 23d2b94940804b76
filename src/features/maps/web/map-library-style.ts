/** The map's style for the library: the same rules by which the server draws pictures. */
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { TownMap } from '../contract.ts';
import type { MapBounds, MapTheme } from '../map-frame.ts';
import { type MapRule, mapColors, mapRules, streetNameLayers, widthBase } from '../map-style.ts';

/** Services have all details in it; the library enlarges it. */
const maxTileZoom = 14;

/** As CSS has it: the library passes the name on. */
const letters = ['"Source Sans 3 Variable"'];

const kind: ExpressionSpecification = ['coalesce', ['get', 'class'], ['get', 'kind_detail'], ['get', 'kind'], ''];

export function mapLibraryStyle(town: TownMap, bounds: MapBounds, theme: MapTheme): StyleSpecification {
  const colors = mapColors[theme];
  const limits: LayerSpecification[] = [
    ...(town.hasTiles
      ? []
      : [{ id: 'town', type: 'fill', source: 'outline', paint: { 'fill-color': colors.town } } as const]),
    {
      ...{ id: 'outline', type: 'line', source: 'outline' },
      paint: { 'line-color': colors.outline, 'line-width': 1.5, 'line-dasharray': [4, 3] },
    },
  ];
  return {
    version: 8,
    sources: {
      outline: {
        type: 'geojson',
        data: {
          type: 'Feature',
          properties: {},
          geometry: { type: 'MultiPolygon', coordinates: town.outline.map((ring) => [ring]) },
        },
      },
      ...(town.hasTiles
        ? {
            tiles: {
              type: 'vector',
              tiles: [`${location.origin}/tiles/{z}/{x}/{y}.mvt`],
              maxzoom: maxTileZoom,
              bounds: [...bounds],
            },
          }
        : {}),
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': colors.land } },
      ...(town.hasTiles ? mapRules.flatMap((rule) => ruleLayers(rule, theme)) : []),
      ...limits,
      ...(town.hasTiles ? streetNameLayers.map((layer) => nameLayer(layer, theme)) : []),
    ],
  };
}

function ruleLayers(rule: MapRule, theme: MapTheme): LayerSpecification[] {
  const color = mapColors[theme][rule.color];
  const isFill = rule.draws === 'fill';
  const shape: ExpressionSpecification = ['==', ['geometry-type'], isFill ? 'Polygon' : 'LineString'];
  const filter: FilterSpecification = rule.kinds ? ['all', shape, ['in', kind, ['literal', [...rule.kinds]]]] : shape;
  return rule.layers.map((layer): LayerSpecification => {
    const shared = {
      ...{ id: `${rule.id}-${layer}`, source: 'tiles', 'source-layer': layer, filter },
      ...(rule.minZoom === undefined ? {} : { minzoom: rule.minZoom }),
    };
    if (isFill) return { ...shared, type: 'fill', paint: { 'fill-color': color } };
    const width = ['interpolate', ['exponential', widthBase], ['zoom'], ...(rule.width ?? [[0, 1]]).flat()];
    return {
      ...shared,
      type: 'line',
      layout: { 'line-join': 'round', 'line-cap': rule.dashes ? 'butt' : 'round' },
      paint: {
        'line-color': color,
        'line-width': width as ExpressionSpecification,
        ...(rule.dashes ? { 'line-dasharray': [...rule.dashes] } : {}),
      },
    };
  });
}

/** The letters are drawn by the browser from the page's own typeface, so the style names no file of letters. */
function nameLayer(layer: string, theme: MapTheme): LayerSpecification {
  const colors = mapColors[theme];
  return {
    ...{ id: `names-${layer}`, type: 'symbol', source: 'tiles', 'source-layer': layer, minzoom: 13 },
    filter: ['all', ['==', ['geometry-type'], 'LineString'], ['has', 'name']],
    layout: {
      'symbol-placement': 'line',
      'text-field': ['get', 'name'],
      'text-font': letters,
      'text-size': 13,
    },
    paint: { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.5 },
  };
}
