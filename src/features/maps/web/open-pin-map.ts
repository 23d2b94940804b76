/** A map with one pin that people move. Loaded with the library, only when somebody opens it. */
import { Marker } from 'maplibre-gl';
import type { TownMap } from '../contract.ts';
import type { MapBounds, MapTheme } from '../map-frame.ts';
import { at, changeStyle, createLibraryMap } from './library-map.ts';
import { mapLibraryStyle } from './map-library-style.ts';
import { movablePin } from './pin-elements.ts';

interface Place {
  latitude: number;
  longitude: number;
}

interface PinMapOptions {
  box: HTMLElement;
  town: TownMap;
  bounds: MapBounds;
  theme: MapTheme;
  start: Place;
  onMove: (place: Place) => void;
}

interface PinMap {
  /** Puts the pin to a place that was chosen elsewhere. */
  put: (place: Place) => void;
  setTheme: (theme: MapTheme) => void;
  close: () => void;
}

const startZoom = 16.5;
/** Px that an arrow key moves the pin; with the Shift key, the second. */
const step = { short: 6, long: 48 };
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function openPinMap({ box, town, bounds, theme, start, onMove }: PinMapOptions): PinMap {
  const map = createLibraryMap(box, bounds, mapLibraryStyle(town, bounds, theme));
  map.jumpTo({ center: at(start), zoom: startZoom });
  const element = movablePin();
  const pin = new Marker({ element, anchor: 'bottom', draggable: true }).setLngLat(at(start)).addTo(map);

  function show(): void {
    const place = pin.getLngLat();
    if (!map.getBounds().contains(place)) map.easeTo({ center: place });
  }

  function moveTo(place: Place): void {
    const inside = nearestInside(bounds, place);
    pin.setLngLat(at(inside));
    show();
    onMove(inside);
  }

  pin.on('dragend', () => {
    const { lat, lng } = pin.getLngLat();
    moveTo({ latitude: lat, longitude: lng });
  });
  map.on('click', ({ lngLat, originalEvent }) => {
    if (originalEvent.target instanceof Node && element.contains(originalEvent.target)) return;
    moveTo({ latitude: lngLat.lat, longitude: lngLat.lng });
  });
  element.addEventListener('keydown', (event) => {
    const arrow = arrows[event.key];
    if (arrow === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    // The map around it would move, too.
    event.stopPropagation();
    const px = event.shiftKey ? step.long : step.short;
    const { x, y } = map.project(pin.getLngLat());
    const { lat, lng } = map.unproject([x + arrow[0] * px, y + arrow[1] * px]);
    moveTo({ latitude: lat, longitude: lng });
  });
  element.addEventListener('click', () => map.easeTo({ center: pin.getLngLat() }));
  element.focus();

  return {
    put: (place) => {
      const { lat, lng } = pin.getLngLat();
      if (lat === place.latitude && lng === place.longitude) return;
      pin.setLngLat(at(place));
      show();
    },
    setTheme: (next) => changeStyle(map, mapLibraryStyle(town, bounds, next)),
    close: () => map.remove(),
  };
}

function nearestInside([west, south, east, north]: MapBounds, { latitude, longitude }: Place): Place {
  return {
    latitude: Math.min(north, Math.max(south, latitude)),
    longitude: Math.min(east, Math.max(west, longitude)),
  };
}
