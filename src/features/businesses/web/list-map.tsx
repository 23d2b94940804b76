/** The map above a list of businesses; both show the same businesses in the same order. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PlacesPicture } from '#features/maps/web/places-picture.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import { LiveListMap } from './live-list-map.tsx';
import type { BusinessPage } from './search-query.ts';

interface ListMapProps {
  /** The list was asked for around a place of the map: the map stays there. */
  isAround: boolean;
  /** The address of the same list around a place. */
  pathAround: (near: string, within: string) => string;
  list: UseInfiniteQueryResult<InfiniteData<BusinessPage>>;
}

export function ListMap({ isAround, pathAround, list: { data } }: ListMapProps) {
  const { map } = useCity();
  const hydrated = useHydrated();
  const places = useMemo(
    () =>
      (data?.pages.flatMap((page) => page.businesses) ?? []).flatMap(({ slug, name, open, place }, index) =>
        place
          ? [{ id: slug, number: index + 1, name, note: open?.text ?? null, isOpen: open?.isOpen ?? false, ...place }]
          : [],
      ),
    [data],
  );
  const picture = <PlacesPicture places={places} />;
  return (
    <figure className="results-map">
      <div className="relative">
        {hydrated ? (
          <LiveListMap isAround={isAround} pathAround={pathAround} places={places} picture={picture} />
        ) : (
          picture
        )}
      </div>
      {map.attribution ? <figcaption>{map.attribution}</figcaption> : null}
    </figure>
  );
}
