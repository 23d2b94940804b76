/** Tells an owner on the dashboard what staff changed in a listing or put back. The mail about it may be lost. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Changed } from '#web/ui/changes.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { changeBack, type OwnBusinessSummary, type PutBack, type StaffChange } from '../owner-contract.ts';
import { staffChangesPart } from '../staff-changes-part.ts';
import { businessQuery } from './business-queries.ts';
import { OwnReason } from './own-reason.tsx';
import { ownBusinessesQuery, ownBusinessQuery } from './owner-queries.ts';

const box = 'mt-3 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16';

export default function OwnByStaff({ business }: { business: OwnBusinessSummary }): ReactNode {
  const { id, putBack, staffChanges } = business;
  return (
    <>
      {putBack ? <PutBackNote id={id} putBack={putBack} /> : null}
      {staffChanges.length > 0 ? <StaffChanges business={business} /> : null}
    </>
  );
}

function PutBackNote({ id, putBack: { at, fields, reason } }: { id: string; putBack: PutBack }) {
  const { timeZone } = useCity();
  return (
    <div className={box}>
      <p>
        <strong>{`On ${formatDate(at, timeZone)} we put back: ${fields.join(', ')}.`}</strong> Visitors see what it said
        before. <Link to={`/edit-business/${id}`}>Look at it</Link>
      </p>
      {reason === '' ? null : (
        <div className="mt-1">
          <OwnReason text={reason} />
        </div>
      )}
    </div>
  );
}

function StaffChanges({ business: { id, slug, name, status, staffChanges } }: { business: OwnBusinessSummary }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const part = useRef<HTMLElement>(null);
  useMailedAddress(part);
  const refresh = () => {
    for (const { queryKey } of [businessQuery(slug), ownBusinessesQuery, ownBusinessQuery(id)]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  const back = useMutation({
    mutationFn: ({ id: change, field }: StaffChange) =>
      callApi(client, changeBack, { params: { id }, body: { field, change } }),
    onSuccess: (_, { label }) =>
      showToast({ title: 'Changed back', text: `${label} of ${name} says again what it said before.` }),
    onError: (error) =>
      showToast({
        title: error instanceof ApiError && error.status === 409 ? 'Not changed back' : 'Error',
        text: problemMessage(error, 'This could not be changed back. Check the connection and try again.'),
        destructive: true,
      }),
    onSettled: refresh,
  });
  const days = new Set(staffChanges.map(({ at }) => formatDate(at, timeZone)));
  return (
    <section
      ref={part}
      id={staffChangesPart(id)}
      tabIndex={-1}
      aria-label={`Changed by us: ${name}`}
      className={`${box} scroll-mt-24`}
    >
      <p>
        <strong>{`We changed this listing on ${[...days].join(' and ')}.`}</strong> If something is not right, change it
        back.{status === 'approved' ? ' Visitors see it at once. If all is right, press Still right.' : ''}
      </p>
      <ul className="mt-2 grid gap-2">
        {staffChanges.map((change) => (
          <li key={change.field} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Words change={change} />
            <Button
              look="secondary"
              className="shrink-0 px-3.5"
              aria-label={`Change it back: ${change.label} of ${name}`}
              aria-disabled={back.isPending}
              onClick={({ currentTarget }) => {
                if (back.isPending) return;
                keepFocusNear(currentTarget);
                back.mutate(change);
              }}
            >
              <Undo2 aria-hidden="true" size={18} />
              Change it back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Brings the part that the address names in sight once it has a size: the dashboard is hidden until all of its parts are there. */
function useMailedAddress(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = part;
    if (current === null || location.hash !== `#${current.id}`) return;
    const seen = new ResizeObserver(() => {
      if (current.offsetHeight === 0) return;
      seen.disconnect();
      current.scrollIntoView();
      current.focus({ preventScroll: true });
    });
    seen.observe(current);
    return () => seen.disconnect();
  }, [part]);
}

const isLong = (text: string) => text.length > 160 || text.includes('\n');

/** A whole description would push the next listing off the screen. */
function Words({ change: { label, before, after } }: { change: StaffChange }) {
  if (!isLong(before) && !isLong(after)) {
    return (
      <p className="min-w-[min(100%,12rem)] flex-1 wrap-anywhere">
        {label}: <Changed from={before} to={after} />
      </p>
    );
  }
  return (
    <details className="min-w-[min(100%,12rem)] flex-1 wrap-anywhere">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
        {label}: old and new words
      </summary>
      <p className="mt-1 text-ink-soft">It said:</p>
      <p className="whitespace-pre-line">{before || 'Nothing'}</p>
      <p className="mt-2 text-ink-soft">It says now:</p>
      <p className="whitespace-pre-line">{after || 'Nothing'}</p>
    </details>
  );
}
