import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { wordsOfName } from '#shared/words-of-name.ts';
import { actionText } from '../action-words.ts';
import { actorName } from '../actor-names.ts';
import type { AuditRow } from '../contract.ts';
import { changedFields, describeData } from '../describe-data.ts';
import { MergedListing } from './merged-listing.tsx';

function subjectPath({ subjectType, subjectId }: AuditRow): string | null {
  if (subjectType === 'business') return `/staff/businesses/${subjectId}`;
  if (subjectType === 'article') return `/staff/articles/${subjectId}`;
  if (subjectType === 'event') return `/staff/events/${subjectId}`;
  if (subjectType === 'notice') return `/staff/notices/${subjectId}`;
  return subjectType === 'user' ? `/staff/people/${subjectId}` : null;
}

export function AuditLine({ row }: { row: AuditRow }) {
  const path = subjectPath(row);
  const { timeZone } = useCity();
  const name = row.subjectName ?? (row.subjectType === 'settings' ? wordsOfName(row.subjectId) : null);
  const text = describeData(row.data, timeZone, row.action);
  const fields = changedFields(row.data, row.action);
  return (
    <StaffRow className="lg:items-start">
      <span className="text-14 text-ink-soft lg:w-52 lg:shrink-0">
        <Moment at={row.at} />
      </span>
      <span className="min-w-0 break-words lg:w-36 lg:shrink-0">
        {row.actor ? <StaffLink to={`/staff/people/${row.actor.id}`}>{row.actor.username}</StaffLink> : actorName(row)}
      </span>
      <span className="min-w-0 break-words lg:w-52 lg:shrink-0">{actionText(row.action, row.data)}</span>
      <span className="min-w-0 flex-1 break-words">
        {path && name ? <StaffLink to={path}>{name}</StaffLink> : name}
        <PayerNames payer={row.payer} />
        {row.forPerson ? (
          <span className="block">
            For <StaffLink to={`/staff/people/${row.forPerson.id}`}>{row.forPerson.username}</StaffLink>
          </span>
        ) : null}
        <MergedListing row={row} />
        {text.length > 160 ? (
          <details className="text-14 text-ink-soft">
            <summary className="underline">{fields === '' ? 'Details' : `Details: ${fields}`}</summary>
            <span className="[overflow-wrap:anywhere]">{text}</span>
          </details>
        ) : text === '' ? null : (
          <span className="block text-14 text-ink-soft">{text}</span>
        )}
      </span>
    </StaffRow>
  );
}

/** The person and the listing of a plan or a paid order. */
function PayerNames({ payer }: Pick<AuditRow, 'payer'>) {
  const { person = null, business = null } = payer ?? {};
  return (
    <>
      {person ? <StaffLink to={`/staff/billing/${person.id}`}>{person.username}</StaffLink> : null}
      {person && business ? ', ' : null}
      {business?.id ? <StaffLink to={`/staff/businesses/${business.id}`}>{business.name}</StaffLink> : business?.name}
    </>
  );
}
