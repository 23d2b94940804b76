import { useQuery } from '@tanstack/react-query';
import { getMailText } from '#features/mail-texts/staff-contract.ts';
import { MailTextEditor } from '#features/mail-texts/web/mail-text-editor.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { ApiError } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { id: name = '' } = usePageParams();
  const { data, error, refetch } = useQuery(endpointQuery(getMailText, { params: { name } }));
  return (
    <>
      <StaffHeading title="Mail">
        <ButtonLink look="secondary" to="/staff/mail-texts">
          All mails
        </ButtonLink>
      </StaffHeading>
      {data ? (
        <MailTextEditor key={name} mail={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <p className="text-16">There is no such mail.</p>
      ) : error ? (
        <LoadFailed message="We could not load the mail." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </>
  );
}
