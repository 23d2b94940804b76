import { useQuery } from '@tanstack/react-query';
import { getMailTexts } from '#features/mail-texts/staff-contract.ts';
import { MailList } from '#features/mail-texts/web/mail-list.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { data, error, refetch } = useQuery(endpointQuery(getMailTexts, {}));
  return (
    <>
      <StaffHeading title="Mails" />
      <p className="mb-6 max-w-[66ch] text-16 text-ink-soft">
        The mails that the site sends to visitors, owners and readers. Each can have your own words, and can go back to
        those it came with. Newsletters have a page of their own; mails to you and your colleagues, and the words around
        your answers to messages, stay as they are.
      </p>
      {data ? (
        <MailList mails={data} />
      ) : error ? (
        <LoadFailed message="We could not load the mails." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </>
  );
}
