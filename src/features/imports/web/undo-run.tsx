import { useQueryClient } from '@tanstack/react-query';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { type ImportRunDetail, type Remaining, undoImportRun } from '../staff-contract.ts';

const takesBack =
  'What it added is removed, and what it changed gets its former values. What people have changed, claimed or written about since stays.';

/** The way back of an import, and below an undo what it has left, with another try. */
export function UndoRun({ run }: { run: ImportRunDetail }) {
  const client = useQueryClient();
  const { isPending, run: act } = useStaffAction();
  const { remaining } = run;
  const isUndo = run.undoesId !== null;
  if (!run.isUndoable && !(isUndo && remaining)) return null;
  const isOver = isUndo && remaining?.undoable === 0;
  const id = run.undoesId ?? run.id;
  const isBlocked = remaining !== null && remaining.later.length > 0;
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      {remaining ? <LeftListings remaining={remaining} isUndo={isUndo} /> : null}
      {isOver ? null : (
        <AskFirst
          label={isUndo ? 'Undo the rest' : 'Undo this import'}
          consequence={
            isBlocked
              ? `A later import has changed some of these listings. They stay as they are, unless that import is undone first. ${takesBack}`
              : takesBack
          }
          action={isBlocked ? 'Yes, undo the others' : 'Yes, undo it'}
          isPending={isPending}
          onSure={() =>
            void act(() => callApi(client, undoImportRun, { params: { id } }), 'The import is being taken back')
          }
        />
      )}
    </div>
  );
}

const listings = (count: number) => `${formatNumber(count)} ${count === 1 ? 'listing' : 'listings'}`;

function LeftListings({ remaining, isUndo }: { remaining: Remaining; isUndo: boolean }) {
  const { count, later } = remaining;
  return (
    <div className="grid gap-2 rounded-control border border-line p-4 text-16">
      {later.map(({ uploadId, fileName, at, count: changed }) => (
        <p key={`${uploadId} ${at}`} className="wrap-anywhere">
          <strong>A later import has changed {listings(changed)} of this one:</strong>{' '}
          <StaffLink to={`/staff/imports/${uploadId}`}>{fileName}</StaffLink>, <Moment at={at} />. Undo that one first,
          then this one.
        </p>
      ))}
      <details open={count <= 10}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold underline">
          {isUndo ? 'Left as they are' : 'Would stay'} ({formatNumber(count)})
        </summary>
        <ul className="list-disc pl-5">
          {remaining.listings.map((one) => (
            <li key={one.id} className="wrap-anywhere">
              <LeftListing listing={one} />
            </li>
          ))}
        </ul>
        {remaining.listings.length < count ? (
          <p className="mt-2 text-ink-soft">These are the first {remaining.listings.length}.</p>
        ) : null}
      </details>
    </div>
  );
}

const whyWords = {
  import: 'changed by a later import',
  edited: 'changed by people since',
  owned: 'it has another owner since',
  'in-use': 'claimed, paid for or written about since',
  gone: 'deleted since',
} as const;

function LeftListing({ listing: { id, name, why, mergedInto } }: { listing: Remaining['listings'][number] }) {
  if (why === 'merged') {
    return (
      <>
        {name}: merged into <StaffLink to={`/staff/businesses/${mergedInto ?? ''}`}>another listing</StaffLink> since
      </>
    );
  }
  return (
    <>
      {why === 'gone' ? name : <StaffLink to={`/staff/businesses/${id}`}>{name}</StaffLink>}:{' '}
      {why === null ? 'can be taken back now' : whyWords[why]}
    </>
  );
}
