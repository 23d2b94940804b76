import { useQuery } from '@tanstack/react-query';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffPart } from '#features/staff-frame/web/staff-parts.tsx';
import { formatNumber } from '#shared/numbers.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listFailedMails } from '../staff-contract.ts';

/** Says that mails could not be delivered; nothing while there are none. */
export function FailedMailsNote() {
  const { data } = useQuery(endpointQuery(listFailedMails, {}));
  if (!data?.count) return null;
  return (
    <StaffPart title="Failed mails">
      <p className="text-16">
        {data.count === 1 ? 'A mail' : `${formatNumber(data.count)} mails`} could not be delivered.{' '}
        <StaffLink to="/staff/failed-mails">{data.count === 1 ? 'Look at it' : 'Look at them'}</StaffLink>
      </p>
    </StaffPart>
  );
}
