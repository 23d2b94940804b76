/** Opens the map in the browser. Loaded only when a visitor opens it: the library weighs more than any page. */
import { type Map as LibraryMap, LngLat, LngLatBounds, Marker } from 'maplibre-gl';
import type { TownMap } from '../contract.ts';
import { isInside, type MapBounds, type MapTheme } from '../map-frame.ts';
import { type Box, boxOf, clusterPins, namesWithRoom } from './cluster-pins.ts';
import { at, changeStyle, createLibraryMap } from './library-map.ts';
import { mapLibraryStyle } from './map-library-style.ts';
import { clusterElement, type MapPlace, pinElement, setPinState, townElement } from './pin-elements.ts';
import { roomForTown } from './town-label.ts';

// One entry, so that both maps come with one copy of the library.
export { openPinMap } from './open-pin-map.ts';

export interface MapArea {
  latitude: number;
  longitude: number;
  /** From the middle to the farther edge. */
  miles: number;
}

interface OpenMapOptions {
  box: HTMLElement;
  town: TownMap;
  bounds: MapBounds;
  theme: MapTheme;
  onChoose: (id: string) => void;
  /** The visitor has moved the map. */
  onMove: (area: MapArea) => void;
}

interface OpenMap {
  /** @param fit shows all of them; otherwise the map stays where it is */
  show: (places: readonly MapPlace[], fit: boolean) => void;
  choose: (id: string | null) => void;
  point: (id: string | null) => void;
  setTheme: (theme: MapTheme) => void;
  close: () => void;
}

const metersInMile = 1609.344;
const closeZoom = 16.5;
/** A note stands at the bottom, and pins reach up from their places. */
const padding = { top: 60, bottom: 60, left: 40, right: 40 };
/** Where no streets say where a place is, a part of the town's outline does. */
const greatestZoom = { withStreets: 16, withoutStreets: 15 };

export function openMap({ box, town, bounds, theme, onChoose, onMove }: OpenMapOptions): OpenMap {
  const map = createLibraryMap(box, bounds, mapLibraryStyle(town, bounds, theme));
  const { withStreets, withoutStreets } = greatestZoom;
  const fitOptions = { padding, maxZoom: town.hasTiles ? withStreets : withoutStreets, animate: false };
  let places: readonly MapPlace[] = [];
  let chosen: string | null = null;
  let pointed: string | null = null;
  const pins = new Map<string, Marker>();
  const townName = new Marker({ element: townElement(town.name) });
  /** The area that the map shows, until the visitor looks elsewhere. */
  let fitted: LngLatBounds | null = null;
  let hasShown = false;
  let groups: Marker[] = [];

  function layOut(): void {
    const focused = document.activeElement;
    for (const group of groups) group.remove();
    const { alone, circles } = arrange(map, places);
    groups = circles.map(({ members }) => groupMarker(members, openGroup));
    // Taken out and put in again, so that the keyboard meets pins in the order of the list.
    for (const pin of pins.values()) pin.remove();
    const named = namesWithRoom(alone, circles);
    for (const one of alone) {
      const pin = pins.get(one.place.id)?.addTo(map);
      pin?.getElement().classList.toggle('has-name', named.has(one));
    }
    for (const group of groups) group.addTo(map);
    nameTown(map, townName, town, [
      ...named.values(),
      ...alone.map((one) => boxOf(one, false)),
      ...circles.map((circle) => boxOf(circle, true)),
    ]);
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) focused.focus();
    markPins();
  }

  function openGroup(members: readonly MapPlace[]): void {
    const [first] = members;
    if (map.getZoom() >= closeZoom && first) {
      onChoose(first.id);
      return;
    }
    fitted = null;
    map.fitBounds(areaOf(members), { padding: 80, maxZoom: 18 });
  }

  function markPins(): void {
    for (const [id, pin] of pins) setPinState(pin.getElement(), { isChosen: id === chosen, isPointed: id === pointed });
  }

  map.on('zoomend', layOut);
  // The window or the page around the map may change after the pins were fitted into it.
  map.on('resize', () => fitted && map.fitBounds(fitted, fitOptions));
  map.on('moveend', (event) => {
    if (!('originalEvent' in event) || event.originalEvent === undefined) return;
    fitted = null;
    onMove(areaShown(map));
  });

  return {
    show: (next, fit) => {
      for (const pin of pins.values()) pin.remove();
      pins.clear();
      places = next.filter((place) => isInside(bounds, place));
      for (const place of places) {
        const element = pinElement(place, () => onChoose(place.id));
        pins.set(place.id, new Marker({ element, anchor: 'bottom' }).setLngLat(at(place)));
      }
      // A list around a place leaves the map where it is, but a map that has just opened is nowhere yet.
      if ((fit || !hasShown) && places.length > 0) {
        fitted = areaOf(places);
        map.fitBounds(fitted, fitOptions);
        hasShown = true;
      }
      layOut();
    },
    choose: (id) => {
      chosen = id;
      const place = places.find((one) => one.id === id);
      if (place) {
        fitted = null;
        const isHidden = pins.get(place.id)?.getElement().isConnected === false;
        if (isHidden) map.easeTo({ center: at(place), zoom: Math.max(map.getZoom(), 18) });
        else if (!map.getBounds().contains(at(place))) map.easeTo({ center: at(place) });
      }
      markPins();
    },
    point: (id) => {
      pointed = id;
      markPins();
    },
    setTheme: (next) => changeStyle(map, mapLibraryStyle(town, bounds, next)),
    close: () => map.remove(),
  };
}

/** Pins that stand alone, and groups of those that would lie on each other, each where it is in the map's px. */
function arrange(map: LibraryMap, places: readonly MapPlace[]) {
  const placed = places.map((place) => {
    const { x, y } = map.project(at(place));
    return { place, name: place.name, x, y };
  });
  const all = clusterPins(placed).flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, members: group.map(({ place }) => place) }] : [];
  });
  return {
    alone: all.filter(({ members }) => members.length === 1),
    circles: all.filter(({ members }) => members.length > 1),
  };
}

function groupMarker(members: readonly MapPlace[], onPress: (members: readonly MapPlace[]) => void): Marker {
  const element = clusterElement(members, () => onPress(members));
  return new Marker({ element }).setLngLat(at(members[0] ?? { latitude: 0, longitude: 0 }));
}

/** Street names stand in its place where there are streets. */
function nameTown(map: LibraryMap, townName: Marker, town: TownMap, taken: readonly Box[]): void {
  townName.remove();
  if (town.hasTiles) return;
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const rings = town.outline.map((ring) =>
    ring.map(([longitude, latitude]) => {
      const { x, y } = map.project([longitude, latitude]);
      return [x, y] as const;
    }),
  );
  const room = roomForTown(town.name, rings, { width, height, taken });
  if (room) townName.setLngLat(map.unproject([room.x, room.y])).addTo(map);
}

function areaOf(places: readonly MapPlace[]): LngLatBounds {
  const area = new LngLatBounds();
  for (const place of places) area.extend(at(place));
  return area;
}

function areaShown(map: LibraryMap): MapArea {
  const middle = map.getCenter();
  const shown = map.getBounds();
  const toTop = middle.distanceTo(new LngLat(middle.lng, shown.getNorth()));
  const toSide = middle.distanceTo(new LngLat(shown.getEast(), middle.lat));
  return { latitude: middle.lat, longitude: middle.lng, miles: Math.max(toTop, toSide) / metersInMile };
}
