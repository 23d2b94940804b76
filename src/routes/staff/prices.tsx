import { useQuery } from '@tanstack/react-query';
import { getPrices } from '#features/billing-desk/prices-contract.ts';
import { PriceHistory } from '#features/billing-desk/web/price-history.tsx';
import { PricesForm } from '#features/billing-desk/web/prices-form.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { data, error, refetch } = useQuery(endpointQuery(getPrices, {}));
  return (
    <>
      <StaffHeading title="Prices" />
      {data ? (
        <div className="grid gap-8">
          <PricesForm prices={data} />
          <PriceHistory prices={data} />
        </div>
      ) : error ? (
        <LoadFailed message="We could not load the prices." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </>
  );
}
