/** The map of a list in the browser; the picture stands in its place until it is there. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { MapArea } from './open-map.ts';
import type { MapPlace } from './pin-elements.ts';
import { useOpenMap } from './use-open-map.ts';

interface ResultsMapProps {
  places: readonly MapPlace[];
  /** Stands in the map's place until it is there. */
  picture: ReactNode;
  /** The list was asked for where the map is: it stays there. */
  isFixed: boolean;
  chosen: string | null;
  /** The place that the pointer or the keyboard is on in the list. */
  pointed: string | null;
  onChoose: (id: string) => void;
  onSearchArea: (area: MapArea) => void;
}

export function ResultsMap({ places, picture, isFixed, chosen, pointed, onChoose, onSearchArea }: ResultsMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<MapArea | null>(null);
  const latest = useRef(onChoose);
  useEffect(() => {
    latest.current = onChoose;
  });
  const { live, hasNoStreets } = useOpenMap(box, ({ openMap }, frame) =>
    openMap({ ...frame, onChoose: (id) => latest.current(id), onMove: setMoved }),
  );
  useEffect(() => live?.show(places, !isFixed), [live, places, isFixed]);
  useEffect(() => live?.choose(chosen), [live, chosen]);
  useEffect(() => live?.point(pointed), [live, pointed]);
  return (
    <>
      {live ? null : picture}
      <section ref={box} aria-label="Map of the results" className="results-map-live" hidden={!live} />
      {hasNoStreets ? <p className="map-note">Streets are not loaded</p> : null}
      {live && moved ? (
        <Button
          className="results-map-search"
          onClick={() => {
            setMoved(null);
            onSearchArea(moved);
          }}
        >
          Search this area
        </Button>
      ) : null}
    </>
  );
}
