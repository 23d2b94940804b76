import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { frameAround, isInside, type MapBounds, type MapShape, positionIn } from '../map-frame.ts';
import { MapPicture } from './map-picture.tsx';
import { MapPin } from './map-pin.tsx';

interface StaticMapProps {
  latitude: number;
  longitude: number;
  /** For people who cannot see the map: 'Map: Oak House Bakery, 4 Oak Street'. */
  label: string;
  /** 'card': in a column of facts; 'wide': across the page. */
  size?: Exclude<MapShape, 'area'>;
  className?: string;
  /** Stands below the picture. */
  caption?: ReactNode;
  /** Stands there in place of a picture that would say nothing. */
  instead?: ReactNode;
}

/**
 * A picture of the map with a pin, drawn by the server; it needs no script. There is none of a place outside of the
 * area that the city pack names, and while there are no streets none of a place out of town: a pin on plain ground says nothing.
 */
export function StaticMap({
  latitude,
  longitude,
  label,
  size = 'card',
  className,
  caption,
  instead = null,
}: StaticMapProps) {
  const { map } = useCity();
  const place = { latitude, longitude };
  const shown = map.attribution === null ? aroundTown(map.limits) : map.bounds;
  if (!isInside(map.bounds, place) || shown === null || !isInside(shown, place)) return instead;
  const frame = frameAround(place, size);
  const at = positionIn(frame, place);
  return (
    <figure className={clsx('static-map overflow-hidden rounded-card border border-line bg-card', className)}>
      <div className="relative">
        <MapPicture frame={frame} label={label} />
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          <MapPin x={`${at.x.toFixed(2)}%`} y={`${at.y.toFixed(2)}%`} />
        </svg>
      </div>
      {caption || map.attribution ? (
        <figcaption className="flex flex-wrap items-center justify-between gap-x-4 px-3 py-1 text-14 text-ink-soft">
          {caption}
          {map.attribution}
        </figcaption>
      ) : null}
    </figure>
  );
}

/** The share of the town's width and height by which a place may be out of it and still be seen to belong to it. */
const besideTown = 0.1;

function aroundTown(limits: MapBounds | null): MapBounds | null {
  if (limits === null) return null;
  const [west, south, east, north] = limits;
  const [width, height] = [(east - west) * besideTown, (north - south) * besideTown];
  return [west - width, south - height, east + width, north + height];
}
