import { useQuery } from '@tanstack/react-query';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffPart } from '#features/staff-frame/web/staff-parts.tsx';
import { formatNumber } from '#shared/numbers.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listFailedMails } from '../staff-contract.ts';

const mailsText = (count: number) => (count === 1 ? 'A mail' : `${formatNumber(count)} mails`);

/** Says that mails could not be delivered, or wait because the mail server refuses them; nothing while there are none. */
export function FailedMailsNote() {
  const { data } = useQuery(endpointQuery(listFailedMails, {}));
  if (!data || (data.count === 0 && data.waiting === null)) return null;
  const { count, waiting } = data;
  return (
    <StaffPart title="Failed mails">
      <p className="text-16">
        {count > 0 ? `${mailsText(count)} could not be delivered. ` : ''}
        {waiting ? `${mailsText(waiting.count)} could not go out yet, and we go on trying. ` : ''}
        <StaffLink to="/staff/failed-mails">
          {count + (waiting?.count ?? 0) === 1 ? 'Look at it' : 'Look at them'}
        </StaffLink>
      </p>
    </StaffPart>
  );
}
