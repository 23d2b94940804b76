/** Connects the browser's map with the list below it: a pin that is chosen shows its name on the map, and marks its card in the list. */
import { type ReactNode, useEffect, useState } from 'react';
import type { MapPlace } from '#features/maps/web/pin-elements.ts';
import { ResultsMap } from '#features/maps/web/results-map.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

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

/** A map may reach beyond the screen. */
const bringIntoView = (card: HTMLElement | null) => card?.scrollIntoView({ block: 'nearest' });

export function LiveListMap({ isAround, pathAround, places, picture }: LiveListMapProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const pointed = usePointedCard();
  const shown = places.find(({ id }) => id === chosen);
  useEffect(() => {
    const card = chosen === null ? null : cardOf(chosen);
    if (!card) return;
    card.classList.add('is-chosen');
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
      {shown ? (
        <section ref={bringIntoView} key={shown.id} aria-label="On the map" className="map-chosen">
          <h3>
            <SiteLink to={`/business/${shown.id}`}>{shown.name}</SiteLink>
          </h3>
          {shown.note ? <p>{shown.note}</p> : null}
          <button
            type="button"
            onClick={() => {
              document.querySelector<HTMLElement>('.map-place[aria-pressed="true"]')?.focus();
              setChosen(null);
            }}
          >
            Close
          </button>
        </section>
      ) : null}
      <p role="status" className="sr-only">
        {shown ? `${shown.name} is shown on the map and marked in the list` : ''}
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
