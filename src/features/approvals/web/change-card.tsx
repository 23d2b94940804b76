import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { After, Before } from '#features/staff-frame/web/before-after.tsx';
import { KeptReason, noReason } from '#features/staff-frame/web/kept-reason.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useHasDraft } from '#web/forms/use-has-draft.ts';
import { Link } from '#web/router/link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { type Change, type ChangedField, keepChange } from '../contract.ts';
import { changeLabel, fieldLabel } from '../field-label.ts';
import { redoChange, undoChange } from '../redo-contract.ts';

function useChangeActs({ id, fields }: Change) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [{ reason, settle }, setTyped] = useState(noReason);
  const params = { id };
  const stood = new Set(fields.filter(({ state }) => state !== 'undone').map(({ field }) => field));
  return {
    isPending,
    setTyped,
    keep: () => void run(() => callApi(client, keepChange, { params }), 'Kept'),
    /** Undefined means every field that is live when the call arrives. */
    undo: async (names?: string[]) => {
      const why = reason.trim();
      const body = { ...(names ? { fields: names } : {}), ...(why ? { reason: why } : {}) };
      const act = async () => {
        const { answer } = await callApi(client, undoChange, { params, body });
        settle();
        return answer;
      };
      const done = ({ told }: { told?: string | null | undefined }) =>
        told ? `Put back. ${told} is told by mail` : 'Put back';
      const putBack = (after: Change) => {
        const undone = after.fields.filter(({ field, state }) => state === 'undone' && stood.has(field));
        const body = { fields: undone.map(({ field }) => field), isSlip: true };
        return callApi(client, redoChange, { params, body });
      };
      const undoable = (after: Change) => ({ about: `change:${id}`, shown: [id], putBack: () => putBack(after) });
      if ((await run(act, done, undoable)) === null) setTyped(noReason);
    },
    redo: (names: string[]) =>
      void run(() => callApi(client, redoChange, { params, body: { fields: names } }), 'The edit stands again'),
  };
}

/** One edit, field by field: old value, new value, state, and a button that puts it back, or lets it stand again. */
export function ChangeCard({ change }: { change: Change }) {
  const { id, business, fields, by, at, reviewed, isByOwner, isImport, isBack, tells } = change;
  const { isPending, setTyped, keep, undo, redo } = useChangeActs(change);
  const thing = `undo-change:${id}`;
  const hasDraft = useHasDraft(thing);
  const [isTelling, setTelling] = useState(hasDraft);
  const live = fields.filter((field) => field.canUndo);
  const redoable = fields.filter((field) => field.canRedo).map(({ field }) => field);
  return (
    <article data-undo={id} className="grid gap-3 rounded-control border border-line bg-card p-4 text-16">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StaffLink to={`/staff/businesses/${business.id}`} className="font-semibold">
          {business.name}
        </StaffLink>
        <span className="text-14 text-ink-soft">
          {isImport ? 'An import by ' : ''}
          {by ? <StaffLink to={`/staff/people/${by.id}`}>{by.username}</StaffLink> : 'Somebody whose account is gone'},{' '}
          <Moment at={at} />
        </span>
        <ReviewBadge change={change} />
        {isBack ? <Badge tint="blue">Changed back what staff had changed</Badge> : null}
      </header>
      <ul className="grid gap-2">
        {fields.map((field) => (
          <li
            key={field.field}
            className="grid gap-x-4 gap-y-1 border-line border-t pt-2 lg:grid-cols-[8rem_1fr_1fr_auto]"
          >
            <strong className="min-w-0 break-words">{changeLabel(field)}</strong>
            <Before field={field.field} text={field.before} said="Before: " />
            <After field={field.field} text={field.after} said={field.state === 'live' ? 'Now: ' : 'The edit said: '} />
            {fields.length > 1 ? (
              <span className="flex flex-wrap items-center gap-x-3 lg:justify-end">
                <FieldState field={field} />
                {field.canUndo ? (
                  <SmallButton disabled={isPending} onClick={() => void undo([field.field])}>
                    Undo<span className="sr-only"> {fieldLabel(field.field)}</span>
                  </SmallButton>
                ) : null}
                {field.canRedo ? (
                  <SmallButton disabled={isPending} onClick={() => redo([field.field])}>
                    Redo<span className="sr-only"> {fieldLabel(field.field)}</span>
                  </SmallButton>
                ) : null}
              </span>
            ) : field.state === 'changed' ? (
              <FieldState field={field} />
            ) : null}
          </li>
        ))}
      </ul>
      {live.length > 0 && isByOwner && tells !== null ? (
        <details open={isTelling} onToggle={({ currentTarget }) => setTelling(currentTarget.open)}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-16 underline">
            Tell the owner why
          </summary>
          {isTelling ? (
            <KeptReason
              thing={thing}
              label="Reason for undoing"
              maxLength={1000}
              help="Goes into the email about what was put back."
              onChange={setTyped}
            />
          ) : null}
        </details>
      ) : null}
      <footer className="flex flex-wrap gap-2">
        {reviewed === null && isByOwner ? (
          <SmallButton disabled={isPending} onClick={keep}>
            {live.length < fields.length ? 'The rest looks right' : 'Looks right'}
          </SmallButton>
        ) : null}
        {live.length > 0 ? (
          <SmallButton disabled={isPending} onClick={() => void undo()}>
            {fields.length > 1 ? 'Undo all' : 'Undo'}
          </SmallButton>
        ) : null}
        {live.length === 0 && redoable.length > 0 ? (
          <SmallButton disabled={isPending} onClick={() => redo(redoable)}>
            {fields.length > 1 ? 'Redo all' : 'Redo'}
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

/** The state of the whole edit; nothing while it waits for staff. */
function ReviewBadge({ change: { fields, reviewed } }: { change: Change }) {
  if (reviewed === null) return null;
  const undone = fields.filter(({ state }) => state === 'undone').length;
  const what = undone === 0 ? 'Kept' : undone === fields.length ? 'Undone' : 'Looked at';
  return (
    <Badge tint={what === 'Undone' ? 'orange' : 'green'}>
      {what}
      {reviewed.by ? ` by ${reviewed.by}` : ''}
    </Badge>
  );
}

function FieldState({ field: { state, undone } }: { field: ChangedField }) {
  if (state === 'changed') return <span className="text-14 text-ink-soft">Changed since</span>;
  if (undone === null) return <span className="text-14 text-ink-soft">Still live</span>;
  return (
    <Badge tint="orange">
      Undone
      {undone.by ? ` by ${undone.by}` : ''}
    </Badge>
  );
}
