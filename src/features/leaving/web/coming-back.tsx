import { describePrice } from '#features/billing/price-story.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Link } from '#web/router/link.tsx';
import type { Leaving } from '../contract.ts';

const maxLinks = 5;

/** Says before a deletion that the way back to an own listing is a paid claim, and names the ways around it. */
export function ComingBack({ listings }: Pick<Leaving, 'listings'>) {
  const { prices } = useCity();
  if (listings.length === 0 || prices.claim === 0) return null;
  const isOne = listings.length === 1;
  const rest = listings.length - maxLinks;
  return (
    <div className="mt-3 [overflow-wrap:anywhere]">
      <p>
        <strong>If you come back one day,</strong> you get {isOne ? 'your listing' : 'your listings'} back by a claim,
        as anybody does: that costs {describePrice(prices, 'claim')}
        {isOne ? '' : ' for each'}, also for what is free now. To avoid that, hand {isOne ? 'it' : 'them'} over to
        somebody you trust first. They can hand {isOne ? 'it' : 'them'} back. A hand-over costs nothing. A claim that
        you pay for is not renewed then, and to keep that listing they pay for a claim of their own:
      </p>
      <ul className="mt-1 list-disc pl-5">
        {listings.slice(0, maxLinks).map(({ id, name }) => (
          <li key={id}>
            <Link to={`/dashboard/people/${id}`}>Hand over {name}</Link>
          </li>
        ))}
        {rest > 0 ? (
          <li>
            and {rest} more <Link to="/dashboard">on your dashboard</Link>
          </li>
        ) : null}
      </ul>
      <p className="mt-1">
        Or keep the account, which is free: where you edit a listing, you can take it off the directory and put it back
        later.
      </p>
    </div>
  );
}
