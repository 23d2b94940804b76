import type { ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import type { BusinessSummary } from '#features/businesses/contract.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { contactPath } from '#shared/contact-path.ts';
import { Link } from '#web/router/link.tsx';

/** The rest waits behind its number: a search for a street may find a hundred. */
const maxShown = 5;

/** Listings that nobody can claim, each with what its real owner can do. They do not say who has them. */
export function OwnedListings({ listings }: { listings: readonly BusinessSummary[] }) {
  const rest = listings.slice(maxShown);
  return (
    <div className="rounded-card border border-line bg-card px-5 py-3 text-16">
      <Lines listings={listings.slice(0, maxShown)} />
      {rest.length > 0 ? (
        <details>
          <summary className="cursor-pointer py-3 font-semibold">{rest.length} more with an owner</summary>
          <Lines listings={rest} />
        </details>
      ) : null}
    </div>
  );
}

function Lines({ listings }: { listings: readonly BusinessSummary[] }) {
  const city = useCity();
  const { user } = useCurrentUser();
  return (
    <ul className="divide-y divide-line">
      {listings.map(({ id, slug, name, address, ownerId }) => (
        <li key={id} className="py-1 [overflow-wrap:anywhere]">
          <Link to={`/business/${slug}`} className="inline-block py-2 font-semibold underline">
            {name}
          </Link>{' '}
          · {address ?? city.name}
          <br />
          <Whose slug={slug} isOwn={user !== undefined && ownerId === user?.id} />
        </li>
      ))}
    </ul>
  );
}

function Whose({ slug, isOwn }: { slug: string; isOwn: boolean }): ReactNode {
  if (isOwn) {
    return (
      <>
        Is yours already.{' '}
        <Link to="/dashboard" className="inline-block py-2 underline">
          Your dashboard
        </Link>
      </>
    );
  }
  return (
    <>
      It has an owner already.{' '}
      <Link to={contactPath(slug, 'ownership')} className="inline-block py-2 underline">
        Write to us if that should be you
      </Link>
    </>
  );
}
