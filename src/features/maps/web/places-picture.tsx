import { useCity } from '#features/city-guide/web/city-queries.ts';
import { frameOver, isInside, type MapBounds, mapShapes, positionIn } from '../map-frame.ts';
import { clusterPins } from './cluster-pins.ts';
import { MapPicture } from './map-picture.tsx';
import { MapPin } from './map-pin.tsx';
import { MapPlate } from './map-plate.tsx';
import type { MapPlace } from './pin-elements.ts';

/** The corners of the town, which stand for it where no listing has a place. */
function cornersOf(limits: MapBounds | null) {
  if (limits === null) return [];
  const [west, south, east, north] = limits;
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ];
}

/** A phone shows the picture at less than half its size, but pins as large as elsewhere. */
const phoneScale = 1.6;

/** A picture of the map with the numbers of a list. It needs no script. */
export function PlacesPicture({ places }: { places: readonly MapPlace[] }) {
  const { center, map } = useCity();
  const shown = places.filter((place) => isInside(map.bounds, place));
  const [first = center, ...others] = shown;
  const corners = map.attribution !== null || shown.length > 0 ? [] : cornersOf(map.limits);
  const frame = frameOver([first, ...others, ...corners]);
  const { width, height } = mapShapes.area;
  const placed = shown.map((place) => {
    const { x, y } = positionIn(frame, place);
    return { place, x: (x / 100) * width, y: (y / 100) * height };
  });
  return (
    <div className="static-map relative">
      <MapPicture frame={frame} label="Map of the results, with the numbers of the list" />
      <svg aria-hidden="true" className="absolute inset-0 size-full overflow-hidden">
        {clusterPins(placed, phoneScale)
          .toReversed()
          .map((group) => {
            const [one] = group;
            if (one === undefined) return null;
            const at = {
              x: `${((one.x / width) * 100).toFixed(2)}%`,
              y: `${((one.y / height) * 100).toFixed(2)}%`,
              isOpen: group.some(({ place }) => place.isOpen),
            };
            return group.length === 1 ? (
              <MapPin key={one.place.id} {...at} number={one.place.number} />
            ) : (
              <MapPlate key={one.place.id} {...at} numbers={group.map(({ place }) => place.number)} />
            );
          })}
      </svg>
    </div>
  );
}
