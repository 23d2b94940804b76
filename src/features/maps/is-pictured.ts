import { isInside, type MapBounds } from './map-frame.ts';

interface TownArea {
  bounds: MapBounds;
  /** The town alone; null when nobody knows its limits. */
  limits: MapBounds | null;
  /** null: there are no streets. */
  attribution: string | null;
}

/** The share of the town's width and height by which a place may be out of it and still be seen to belong to it. */
const besideTown = 0.1;

/**
 * Tells whether a picture of the map says where a place is. While there are no streets it shows the town's outline, and a pin far
 * from that stands on plain ground.
 */
export function isPictured({ bounds, limits, attribution }: TownArea, place: { latitude: number; longitude: number }) {
  if (attribution !== null) return isInside(bounds, place);
  if (limits === null) return false;
  const [west, south, east, north] = limits;
  const [width, height] = [(east - west) * besideTown, (north - south) * besideTown];
  const area = [west - width, south - height, east + width, north + height] as const;
  return isInside(bounds, place) && isInside(area, place);
}
