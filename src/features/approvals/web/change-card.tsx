import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Change, keepChange, undoChange } from '../contract.ts';
import { fieldLabel } from './queue-line.tsx';

/** One edit, field by field: what it said, what it says, and one click to put it back. */
export function ChangeCard({ change }: { change: Change }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { id, business, fields, by, at, reviewed } = change;
  const params = { id };
  const canUndo = fields.some((field) => field.canUndo) && !reviewed?.undone;
  const undo = (names: string[]) =>
    void run(() => callApi(client, undoChange, { params, body: { fields: names } }), 'Put back');
  return (
    <article className="grid gap-3 rounded-control border border-line bg-card p-4 text-16">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/staff/businesses/${business.id}`} className="font-semibold">
          {business.name}
        </Link>
        <span className="text-14 text-ink-soft">
          {by ? <Link to={`/staff/people/${by.id}`}>{by.username}</Link> : 'Somebody whose account is gone'},{' '}
          <Moment at={at} />
        </span>
        {reviewed ? (
          <Badge tint={reviewed.undone ? 'orange' : 'green'}>
            {reviewed.undone ? 'Undone' : 'Kept'}
            {reviewed.by ? ` by ${reviewed.by}` : ''}
          </Badge>
        ) : null}
      </header>
      <ul className="grid gap-2">
        {fields.map(({ field, before, after, canUndo: canUndoField }) => (
          <li key={field} className="grid gap-x-4 gap-y-1 border-line border-t pt-2 lg:grid-cols-[8rem_1fr_1fr_auto]">
            <strong>{fieldLabel(field)}</strong>
            <del className="min-w-0 break-words whitespace-pre-line text-ink-soft">
              <span className="sr-only">Before: </span>
              {before || '(nothing)'}
            </del>
            <ins className="min-w-0 break-words whitespace-pre-line no-underline">
              <span className="sr-only">Now: </span>
              {after || '(nothing)'}
            </ins>
            {fields.length > 1 && canUndoField && !reviewed?.undone ? (
              <SmallButton disabled={isPending} onClick={() => undo([field])}>
                Undo<span className="sr-only"> {fieldLabel(field)}</span>
              </SmallButton>
            ) : canUndoField ? null : (
              <span className="text-14 text-ink-soft">Changed since</span>
            )}
          </li>
        ))}
      </ul>
      <footer className="flex flex-wrap gap-2">
        {reviewed === null ? (
          <SmallButton
            disabled={isPending}
            onClick={() => void run(() => callApi(client, keepChange, { params }), 'Kept')}
          >
            Looks right
          </SmallButton>
        ) : null}
        {canUndo ? (
          <SmallButton disabled={isPending} onClick={() => undo(fields.map(({ field }) => field))}>
            {fields.length > 1 ? 'Undo all' : 'Undo'}
          </SmallButton>
        ) : null}
        {business.status === 'approved' ? (
          <Link to={`/business/${business.slug}`} className="inline-flex min-h-11 items-center px-2">
            View page
          </Link>
        ) : null}
      </footer>
    </article>
  );
}
