import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { type Business, listBusinesses } from '../contract.ts';
import { BusinessGrid, BusinessGridLoading } from './business-grid.tsx';
import { cardsOf } from './business-queries.ts';

const shown = 3;

const othersQuery = (categoryId: string) => {
  const query = { categoryId, limit: shown + 1 };
  return queryOptions({
    queryKey: [listBusinesses.path + queryString(query), 'cards'],
    queryFn: async ({ client }) => cardsOf(client, (await callApi(client, listBusinesses, { query })).answer),
  });
};

interface OthersInCategoryProps {
  business: Business;
  /** There are no others, or they cannot be read. */
  onNone: () => void;
}

export default function OthersInCategory({ business, onNone }: OthersInCategoryProps): ReactNode {
  const { category, categoryName } = business;
  const { data, isError } = useQuery(othersQuery(category));
  const others = data?.filter(({ slug }) => slug !== business.slug).slice(0, shown);
  const isNone = isError || others?.length === 0;
  useEffect(() => {
    if (isNone) onNone();
  }, [isNone, onNone]);
  if (isNone) return null;
  return (
    <section aria-labelledby="more">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="more" className="text-26">
          More in {categoryName}
        </h2>
        <Link to={`/category/${category}`} className="flex min-h-11 items-center">
          See all
        </Link>
      </div>
      {others ? <BusinessGrid businesses={others} /> : <BusinessGridLoading count={shown} />}
    </section>
  );
}
