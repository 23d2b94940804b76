import { useCity } from '#features/city-guide/web/city-queries.ts';
import { frameOver, isInside, type MapBounds, positionIn } from '../map-frame.ts';
import { MapPicture } from './map-picture.tsx';
import { MapPin } from './map-pin.tsx';
import type { MapPlace } from './pin-elements.ts';

/** The corners of the town, whose outline says where the places are while there are no streets. */
function cornersOf(limits: MapBounds | null) {
  if (limits === null) return [];
  const [west, south, east, north] = limits;
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ];
}

/** A picture of the map with the numbers of a list. It needs no script. */
export function PlacesPicture({ places }: { places: readonly MapPlace[] }) {
  const { center, map } = useCity();
  const shown = places.filter((place) => isInside(map.bounds, place));
  const [first = center, ...others] = shown;
  const corners = map.attribution === null ? cornersOf(map.limits) : [];
  const frame = frameOver([first, ...others, ...corners]);
  return (
    <div className="static-map relative">
      <MapPicture frame={frame} label="Map of the results, with the numbers of the list" />
      <svg aria-hidden="true" className="absolute inset-0 size-full overflow-hidden">
        {shown.toReversed().map((place) => {
          const { x, y } = positionIn(frame, place);
          return (
            <MapPin
              key={place.id}
              x={`${x.toFixed(2)}%`}
              y={`${y.toFixed(2)}%`}
              number={place.number}
              isOpen={place.isOpen}
            />
          );
        })}
      </svg>
    </div>
  );
}
