import { useQuery } from '@tanstack/react-query';
import { getStaffProperties } from '#features/listing-choices/staff-contract.ts';
import { PropertiesForm } from '#features/listing-choices/web/properties-form.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { data, error, refetch } = useQuery(endpointQuery(getStaffProperties, {}));
  return (
    <>
      <StaffHeading title="Properties">
        <ButtonLink look="secondary" to="/staff/settings">
          All settings
        </ButtonLink>
      </StaffHeading>
      <p className="mb-6 max-w-[66ch] text-16 text-ink-soft">
        What owners tick and visitors filter by: delivery, parking and the like. Searches know the names and the words
        that you give here at once.
      </p>
      {data ? (
        <div className="grid gap-8">
          <PropertiesForm properties={data} />
        </div>
      ) : error ? (
        <LoadFailed message="We could not load the properties." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </>
  );
}
