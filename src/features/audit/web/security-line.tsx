import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { Link } from '#web/router/link.tsx';
import { doerWithoutCall } from '../actor-names.ts';
import { eventWords } from '../event-words.ts';
import type { SecurityRow } from '../security-contract.ts';

/** 'POST /api/auth/login; limit: log-in-account' */
function details({ call, data, requestId }: SecurityRow): string {
  const told = Object.entries(data ?? {}).flatMap(([name, value]) =>
    name === 'by'
      ? []
      : name === 'leftOut'
        ? `and ${String(value)} more like it within a minute`
        : `${name}: ${String(value)}`,
  );
  return [call, ...told, ...(requestId ? [`request: ${requestId}`] : [])].filter(Boolean).join('; ');
}

export function SecurityLine({ row }: { row: SecurityRow }) {
  return (
    <StaffRow className="lg:items-start">
      <span className="text-14 text-ink-soft lg:w-52 lg:shrink-0">
        <Moment at={row.at} />
      </span>
      <span className="min-w-0 break-words lg:w-52 lg:shrink-0">
        {eventWords(row.event)}
        <code className="block text-14 break-words text-ink-soft">{row.event}</code>
      </span>
      <span className="min-w-0 break-words lg:w-48 lg:shrink-0">
        {row.person ? (
          <Link to={`/staff/people/${row.person.id}`}>{row.person.username}</Link>
        ) : (
          <span className="break-all">
            {row.account ?? (row.call === '' ? doerWithoutCall(row.data?.['by']) : 'A visitor')}
          </span>
        )}
        <span className="numbers block text-14 break-all text-ink-soft">{row.clientAddress}</span>
      </span>
      <span className="min-w-0 flex-1 text-14 break-all text-ink-soft">{details(row)}</span>
    </StaffRow>
  );
}
