import { laterClass } from '#web/later.ts';
import { InTurn } from '#web/ui/in-turn.tsx';
import { LoadingList } from '#web/ui/skeleton.tsx';
import { BusinessCard } from './business-card.tsx';
import { BusinessCardSkeleton } from './business-card-skeleton.tsx';
import type { CardFacts } from './card-facts.ts';

const grid = 'card-grid';
/** Cards that a large screen shows without scrolling: their pictures load at once. */
const firstScreen = 3;
/** A phone shows one, or two. */
const steps = { atOnce: 2, each: 4 };

export function BusinessGrid({ businesses }: { businesses: readonly CardFacts[] }) {
  return (
    <ul className={grid}>
      {businesses.map((business, place) => (
        <InTurn key={business.slug}>
          <li className={laterClass(place, steps)}>
            <BusinessCard business={business} isEarly={place < firstScreen} />
          </li>
        </InTurn>
      ))}
    </ul>
  );
}

/** @param count of placeholders: 9 in the directory, 6 in a category */
export function BusinessGridLoading({ count }: { count: number }) {
  return (
    <LoadingList count={count} label="Loading businesses" className={grid}>
      <BusinessCardSkeleton />
    </LoadingList>
  );
}
