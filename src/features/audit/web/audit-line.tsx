import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import type { AuditRow } from '../contract.ts';

function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(nothing)';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** 'phone: 1 → 2; reason: …' */
function summary(data: AuditRow['data']): string {
  return Object.entries(data ?? {})
    .map(([name, value]) =>
      Array.isArray(value) && value.length === 2
        ? `${name}: ${written(value[0])} → ${written(value[1])}`
        : `${name}: ${written(value)}`,
    )
    .join('; ');
}

function subjectPath({ subjectType, subjectId }: AuditRow): string | null {
  if (subjectType === 'business') return `/staff/businesses/${subjectId}`;
  if (subjectType === 'article') return `/staff/articles/${subjectId}`;
  if (subjectType === 'event') return `/staff/events/${subjectId}`;
  if (subjectType === 'notice') return `/staff/notices/${subjectId}`;
  return subjectType === 'user' ? `/staff/people/${subjectId}` : null;
}

export function AuditLine({ row }: { row: AuditRow }) {
  const path = subjectPath(row);
  const name = row.subjectName ?? row.subjectType;
  const text = summary(row.data);
  return (
    <StaffRow className="lg:items-start">
      <span className="text-14 text-ink-soft lg:w-52 lg:shrink-0">
        <Moment at={row.at} />
      </span>
      <span className="min-w-0 break-words lg:w-36 lg:shrink-0">
        {row.actor ? <StaffLink to={`/staff/people/${row.actor.id}`}>{row.actor.username}</StaffLink> : 'The site'}
      </span>
      <code className="min-w-0 text-14 break-words lg:w-52 lg:shrink-0">{row.action}</code>
      <span className="min-w-0 flex-1 break-words">
        {path && row.subjectName ? <StaffLink to={path}>{name}</StaffLink> : name}
        {text.length > 160 ? (
          <details className="text-14 text-ink-soft">
            <summary className="underline">Details</summary>
            <span className="break-all">{text}</span>
          </details>
        ) : text === '' ? null : (
          <span className="block text-14 text-ink-soft">{text}</span>
        )}
      </span>
    </StaffRow>
  );
}
