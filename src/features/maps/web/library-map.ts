/** The map of the library, as every map of this site begins. */
import { Map as LibraryMap, type LngLatLike, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { MapBounds } from '../map-frame.ts';
import type { mapLibraryStyle } from './map-library-style.ts';

setWorkerUrl(workerUrl);

export const at = ({ latitude, longitude }: { latitude: number; longitude: number }): LngLatLike => [
  longitude,
  latitude,
];

export function createLibraryMap(
  box: HTMLElement,
  bounds: MapBounds,
  style: ReturnType<typeof mapLibraryStyle>,
): LibraryMap {
  const [west, south, east, north] = bounds;
  const map = new LibraryMap({
    container: box,
    style,
    bounds: [west, south, east, north],
    // Around the bounds, so that their edges can be in the middle.
    maxBounds: [
      west - (east - west) / 2,
      south - (north - south) / 2,
      east + (east - west) / 2,
      north + (north - south) / 2,
    ],
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }));
  map.getCanvas().setAttribute('aria-label', 'Map: move it with the arrow keys, zoom with plus and minus');
  // A tile that does not come leaves plain ground; nobody has to read about it.
  map.on('error', () => undefined);
  map.on('style.load', () => loaded.add(map));
  shown.set(map, JSON.stringify(style));
  return map;
}

/** Maps whose style has come. */
const loaded = new WeakSet<LibraryMap>();

/** The style of each map, as text. */
const shown = new WeakMap<LibraryMap, string>();

/** The library compares two styles only once the first has come; before, it would complain in the console. */
export function changeStyle(map: LibraryMap, style: ReturnType<typeof mapLibraryStyle>): void {
  const text = JSON.stringify(style);
  if (shown.get(map) === text) return;
  shown.set(map, text);
  map.setStyle(style, { diff: loaded.has(map) });
}
