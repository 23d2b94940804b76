import { formatNumber } from '#shared/numbers.ts';
import type { ListingPlace as Place } from '../contract.ts';

/** The listing among its kind, and what can be said of Premium there without promising anything. */
export function ListingPlace({ place, isPremium }: { place: Place; isPremium: boolean }) {
  const { rank, of, categoryName, usual } = place;
  return (
    <>
      <p className="mt-2 text-16">
        By views of the last 30 days it is number <strong className="numbers">{formatNumber(rank)}</strong> of{' '}
        <strong className="numbers">{formatNumber(of)}</strong> in {categoryName}.
      </p>
      {usual ? (
        <p className="mt-2 text-16">
          Half of the premium listings there had <span className="numbers">{formatNumber(usual.premium)}</span> views or
          more, half of the others <span className="numbers">{formatNumber(usual.others)}</span>.
          {isPremium
            ? ''
            : ' This is what was counted, not what you would get: well-known places buy Premium more often, too.'}
        </p>
      ) : null}
    </>
  );
}
