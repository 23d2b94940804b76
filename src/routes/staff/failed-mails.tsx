import { useQuery } from '@tanstack/react-query';
import { listFailedMails } from '#features/failed-mails/staff-contract.ts';
import { FailedMailList } from '#features/failed-mails/web/failed-mail-list.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { data, error, refetch } = useQuery(endpointQuery(listFailedMails, {}));
  return (
    <>
      <StaffHeading title="Failed mails" />
      <p className="mb-6 max-w-[66ch] text-16 text-ink-soft">
        Mails that the mail server refused, or that could not be handed over to it for three days. Their texts are not
        shown, because some have links to log in. They stay here for a year, unless you send them again or let them be.
      </p>
      {data ? (
        <FailedMailList {...data} />
      ) : error ? (
        <LoadFailed message="We could not load the failed mails." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </>
  );
}
