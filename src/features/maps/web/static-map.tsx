import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { frameAround, isInside, type MapShape, positionIn } from '../map-frame.ts';
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
}

/**
 * A picture of the map with a pin, drawn by the server; it needs no script. Shows nothing for a place outside of the
 * area that the city pack names.
 */
export function StaticMap({ latitude, longitude, label, size = 'card', className, caption }: StaticMapProps) {
  const { map } = useCity();
  const place = { latitude, longitude };
  if (!isInside(map.bounds, place)) return null;
  const frame = frameAround(place, size);
  const at = positionIn(frame, place);
  return (
    <figure
      className={clsx(
        'static-map overflow-hidden rounded-card border border-line bg-card',
        // Without streets the picture shows nobody the way.
        map.attribution === null && 'print:hidden',
        className,
      )}
    >
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
