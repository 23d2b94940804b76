import { useQuery } from '@tanstack/react-query';
import { getPersonMoney } from '#features/billing-desk/staff-contract.ts';
import { PersonMoney } from '#features/billing-desk/web/person-money.tsx';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The money of one person, for treasurers: of the account itself only its name and mailbox. */
export function Page() {
  const { id = '' } = usePageParams();
  const isAdministrator = useMay(['administrator']);
  const { data, error, refetch } = useQuery(endpointQuery(getPersonMoney, { params: { id } }));
  if (data === undefined) {
    if (isNotFound(error)) return <PageMissing />;
    return error ? <LoadFailed message="We could not load this person." onRetry={() => void refetch()} /> : <Spinner />;
  }
  const { username, email } = data.person;
  return (
    <>
      <StaffHeading title={username}>
        {isAdministrator ? <StaffLink to={`/staff/people/${id}`}>Account, sessions and rights</StaffLink> : null}
      </StaffHeading>
      <p className="wrap-anywhere text-16">
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <PersonMoney id={id} username={username} />
      <p className="mt-6 text-16">
        <StaffLink to="/staff/billing">All of Billing</StaffLink>
      </p>
    </>
  );
}
