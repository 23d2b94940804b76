/** Connects the browser's map with the list below it: a business chosen in one is marked in the other. */
import { type ReactNode, useEffect, useState } from 'react';
import type { MapPlace } from '#features/maps/web/pin-elements.ts';
import { ResultsMap } from '#features/maps/web/results-map.tsx';
import { useNavigate } from '#web/router/router.tsx';

interface LiveListMapProps {
  /** The list was asked for around a place of the map: the map stays there. */
  isAround: boolean;
  /** The address of the same list around a place. */
  pathAround: (near: string, within: string) => string;
  places: readonly MapPlace[];
  /** Stands in the map's place until it is there. */
  picture: ReactNode;
}

const cardOf = (slug: string) =>
  document
    .querySelector<HTMLElement>(`.is-numbered .card-link[href="/business/${CSS.escape(slug)}"]`)
    ?.closest('article');

export function LiveListMap({ isAround, pathAround, places, picture }: LiveListMapProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const pointed = usePointedCard();
  useEffect(() => {
    const card = chosen === null ? null : cardOf(chosen);
    if (!card) return;
    card.classList.add('is-chosen');
    card.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    return () => card.classList.remove('is-chosen');
  }, [chosen]);
  return (
    <>
      <ResultsMap
        places={places}
        picture={picture}
        isFixed={isAround}
        chosen={chosen}
        pointed={pointed}
        onChoose={setChosen}
        onSearchArea={({ latitude, longitude, miles }) => {
          const near = `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
          const within = Math.max(0.1, miles).toFixed(1);
          void navigate(pathAround(near, within));
        }}
      />
      <p role="status" className="sr-only">
        {chosen === null ? '' : `${places.find(({ id }) => id === chosen)?.name ?? ''} is marked in the list`}
      </p>
    </>
  );
}

/** The slug of the card under the pointer or the keyboard. */
function usePointedCard(): string | null {
  const [pointed, setPointed] = useState<string | null>(null);
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const card = target instanceof Element ? target.closest('.is-numbered article') : null;
      const href = card?.querySelector('.card-link')?.getAttribute('href');
      setPointed(href ? href.slice(href.lastIndexOf('/') + 1) : null);
    };
    document.addEventListener('pointerover', follow);
    document.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('pointerover', follow);
      document.removeEventListener('focusin', follow);
    };
  }, []);
  return pointed;
}
