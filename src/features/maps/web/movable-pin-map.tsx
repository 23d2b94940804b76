/** The map on which people put a pin. It loads its library when it is rendered, so render it when somebody asks. */
import { useEffect, useRef } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { isInside } from '../map-frame.ts';
import { useOpenMap } from './use-open-map.ts';

interface Place {
  latitude: number;
  longitude: number;
}

interface MovablePinMapProps {
  /** null: the pin waits at the center of town. */
  place: Place | null;
  onMove: (place: Place) => void;
}

export function MovablePinMap({ place, onMove }: MovablePinMapProps) {
  const { center, map } = useCity();
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  const shown = place !== null && isInside(map.bounds, place) ? place : null;
  const { live, hasFailed, hasNoStreets } = useOpenMap(box, ({ openPinMap }, setting) =>
    openPinMap({ ...setting, start: shown ?? center, onMove: (moved) => latest.current(moved) }),
  );
  useEffect(() => {
    if (shown) live?.put(shown);
  }, [live, shown]);
  if (hasFailed) return <p role="alert">Your browser cannot show the map. Please enter the coordinates below.</p>;
  return (
    <figure className="results-map">
      <div>
        <section ref={box} aria-label="Map with the pin" className="results-map-live" />
      </div>
      <p role="status" className="mt-2 text-16 empty:hidden">
        {hasNoStreets ? 'The streets cannot be shown just now. You can leave the pin for later.' : null}
      </p>
      {map.attribution ? <figcaption>{map.attribution}</figcaption> : null}
    </figure>
  );
}
