import { useCity } from '#features/city-guide/web/city-queries.ts';
import { frameOver, isInside, type MapBounds, mapShapes, positionIn } from '../map-frame.ts';
import { MapPicture } from './map-picture.tsx';
import { MapPin } from './map-pin.tsx';
import { MapPlate } from './map-plate.tsx';
import type { MapPlace } from './pin-elements.ts';
import { pinsInPicture } from './pins-in-picture.ts';

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
const layers = [
  { scale: 1.6, className: 'sm:hidden' },
  { scale: 1.2, className: 'max-sm:hidden' },
];

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
      {layers.map(({ scale, className }) => (
        <svg key={className} aria-hidden="true" className={`absolute inset-0 size-full overflow-hidden ${className}`}>
          {pinsInPicture(placed, scale)
            .toReversed()
            .map(({ x, y, pins, isPlate }) => {
              const [one] = pins;
              if (one === undefined) return null;
              const at = {
                x: `${((x / width) * 100).toFixed(2)}%`,
                y: `${((y / height) * 100).toFixed(2)}%`,
                isOpen: pins.some(({ place }) => place.isOpen),
              };
              return isPlate ? (
                <MapPlate key={one.place.id} {...at} numbers={pins.map(({ place }) => place.number)} />
              ) : (
                <MapPin key={one.place.id} {...at} number={one.place.number} />
              );
            })}
        </svg>
      ))}
    </div>
  );
}
