import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '#web/router/link.tsx';
import { similarBusinessesQuery } from './owner-queries.ts';
import { useSettled } from './use-settled.ts';

/** Shows listings without an owner that may be the one that somebody is about to add. */
export function SimilarHint({ name, address }: { name: string; address: string }) {
  const settledName = useSettled(name.trim());
  const settledAddress = useSettled(address.trim());
  const { data = [] } = useQuery({
    ...similarBusinessesQuery(settledName, settledAddress),
    enabled: settledName.length >= 3,
    placeholderData: keepPreviousData,
  });
  const found = settledName.length >= 3 ? data : [];
  return (
    <div role="status" className="empty:hidden">
      {found.length > 0 ? (
        <div className="rounded-control border border-gold-line bg-gold-ground p-4">
          <p className="font-semibold">Is this your business?</p>
          <ul className="grid text-16">
            {found.map(({ id, slug, name: found, address: place, categoryName }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-5">
                <span className="text-ink-soft">
                  <Link to={`/business/${slug}`} className="inline-block py-2 underline">
                    {found}
                  </Link>{' '}
                  · {categoryName}
                  {place ? ` · ${place}` : ''}
                </span>
                <Link
                  to={`/claim-business?business=${slug}`}
                  aria-label={`Claim it: ${found}`}
                  className="inline-flex min-h-11 items-center font-semibold"
                >
                  Claim it
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
