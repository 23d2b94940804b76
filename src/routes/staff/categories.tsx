import { useQuery } from '@tanstack/react-query';
import { getStaffCategories } from '#features/listing-choices/staff-contract.ts';
import { CategoriesForm } from '#features/listing-choices/web/categories-form.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { data, error, refetch } = useQuery(endpointQuery(getStaffCategories, {}));
  return (
    <>
      <StaffHeading title="Categories">
        <ButtonLink look="secondary" to="/staff/settings">
          All settings
        </ButtonLink>
      </StaffHeading>
      <p className="mb-6 max-w-[66ch] text-16 text-ink-soft">
        Names, descriptions and order on the whole site. Addresses of pages stay, and searches find the new name at
        once.
      </p>
      {data ? (
        <div className="grid gap-8">
          <CategoriesForm categories={data} />
        </div>
      ) : error ? (
        <LoadFailed message="We could not load the categories." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </>
  );
}
