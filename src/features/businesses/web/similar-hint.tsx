import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contactPath } from '#shared/contact-path.ts';
import { Link } from '#web/router/link.tsx';
import type { SimilarBusiness } from '../owner-contract.ts';
import { similarBusinessesQuery } from './owner-queries.ts';
import { useSettled } from './use-settled.ts';

type Field = 'name' | 'address';

const nothing: readonly SimilarBusiness[] = [];

/**
 * Finds listings that may be the one that somebody is about to add, by the field that was being typed when
 * each came up. They stay below that field, so that nothing moves above the one in which somebody types.
 */
export function useSimilar(typed: Record<Field, string>): Record<Field, readonly SimilarBusiness[]> {
  const name = useSettled(typed.name.trim());
  const address = useSettled(typed.address.trim());
  const [last, setLast] = useState({ name, address, field: 'name' as Field });
  if (last.name !== name || last.address !== address) {
    setLast({ name, address, field: last.address === address ? 'name' : 'address' });
  }
  const isEnough = name.length >= 3;
  const { data = nothing } = useQuery({
    ...similarBusinessesQuery(name, address),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  });
  const found = isEnough ? data : nothing;
  const [cameUp, setCameUp] = useState<ReadonlyMap<string, Field>>(new Map());
  const fresh = found.filter(({ id }) => !cameUp.has(id));
  if (fresh.length > 0) setCameUp(new Map([...cameUp, ...fresh.map(({ id }) => [id, last.field] as const)]));
  const below = (field: Field) => found.filter(({ id }) => (cameUp.get(id) ?? last.field) === field);
  return { name: below('name'), address: below('address') };
}

/** The status is there before it says something: screen readers announce what comes into it. */
export function SimilarHint({ found }: { found: readonly SimilarBusiness[] }) {
  return (
    <div role="status">
      {found.length > 0 ? (
        <div className="mt-3 rounded-control border border-gold-line bg-gold-ground p-4">
          <p className="font-semibold">Is this your business?</p>
          <ul className="grid text-16">
            {found.map(({ id, slug, name, address, categoryName, isOwned }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-5">
                <span className="text-ink-soft">
                  <Link to={`/business/${slug}`} className="inline-block py-2 underline">
                    {name}
                  </Link>{' '}
                  · {categoryName}
                  {address ? ` · ${address}` : ''}
                </span>
                {isOwned ? (
                  <span>
                    It is listed, and has an owner.{' '}
                    <Link to={contactPath(slug, 'ownership')} className="inline-block py-2 underline">
                      Write to us if that should be you
                    </Link>
                  </span>
                ) : (
                  <Link
                    to={`/claim-business?business=${slug}`}
                    aria-label={`Claim it: ${name}`}
                    className="inline-flex min-h-11 items-center font-semibold"
                  >
                    Claim it
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
