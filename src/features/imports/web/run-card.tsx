import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { columnLabel } from '#shared/listing-fields.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Changed } from '#web/ui/changes.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { noticeTexts } from '../import-row.ts';
import { describeLines } from '../notice-lines.ts';
import { getImportRun, type ImportRun, type ImportRunDetail, maxUpdates, stopImportRun } from '../staff-contract.ts';
import { describeCategories } from '../unknown-categories.ts';
import { UndoRun } from './undo-run.tsx';

export const pollMs = 1_000;
export const isOpen = ({ status }: Pick<ImportRun, 'status'>) => status === 'queued' || status === 'running';

const tints: Record<ImportRun['status'], Tint> = {
  queued: 'gray',
  running: 'blue',
  done: 'green',
  failed: 'red',
  stopped: 'orange',
};

export function RunBadge({ run }: { run: ImportRun }) {
  return <Badge tint={tints[run.status]}>{run.isStopAsked && isOpen(run) ? 'stopping' : run.status}</Badge>;
}

export const runName = ({ dryRun, undoesId }: Pick<ImportRun, 'dryRun' | 'undoesId'>) =>
  undoesId !== null ? 'Undo' : dryRun ? 'Trial' : 'Import';

/** '12 added, 3 updated, 1 rejected' */
export function countsText({ counts, dryRun }: Pick<ImportRun, 'counts' | 'dryRun'>): string {
  if (counts === null) return '';
  const { added, updated, rejected, removed, skipped } = counts;
  if (removed !== undefined) {
    return `${formatNumber(removed)} removed, ${formatNumber(updated)} as before, ${formatNumber(skipped)} left`;
  }
  const would = dryRun ? 'would be ' : '';
  return `${formatNumber(added)} ${would}added, ${formatNumber(updated)} ${would}updated, ${formatNumber(rejected)} rejected`;
}

/** One run with its progress and its results. */
export function RunCard({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getImportRun, { params: { id } }),
    refetchInterval: ({ state }) => (state.data === undefined || isOpen(state.data) ? pollMs : false),
  });
  if (data) return <RunDesk run={data} />;
  return error ? <LoadFailed message="We could not load this run." onRetry={() => void refetch()} /> : <Spinner />;
}

function RunDesk({ run }: { run: ImportRunDetail }) {
  const client = useQueryClient();
  const { isPending, run: act } = useStaffAction();
  const { id, dryRun, percent, counts, error, attempts, notes } = run;
  const params = { id };
  return (
    <article className="rounded-card border border-line bg-card p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="text-21">{runName(run)}</h3>
        <span role="status">
          <RunBadge run={run} />
        </span>
        <span className="text-14 text-ink-soft">
          <Moment at={run.createdAt} />
          {run.startedBy ? ` by ${run.startedBy}` : ''}
        </span>
        {isOpen(run) ? (
          <SmallButton
            disabled={isPending || run.isStopAsked}
            onClick={() => void act(() => callApi(client, stopImportRun, { params }), 'It stops after this batch')}
          >
            Stop
          </SmallButton>
        ) : null}
      </div>
      {isOpen(run) ? (
        <progress className="mt-3 block h-3 w-full accent-action" max={100} value={percent} aria-label="Read so far">
          {percent} %
        </progress>
      ) : null}
      {attempts > 1 ? (
        <p className="mt-2 text-16">It was interrupted and has gone on. What was written before counts as unchanged.</p>
      ) : null}
      {error ? (
        <p role="alert" className="mt-2 text-16 font-medium text-danger">
          {error}
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="mt-2 text-16">
          {note}
        </p>
      ))}
      {counts ? <Counts counts={counts} dryRun={dryRun} /> : null}
      <UndoRun run={run} />
      <Updates run={run} />
      <Rejections run={run} />
      <Duplicates run={run} />
    </article>
  );
}

function Counts({ counts, dryRun }: { counts: NonNullable<ImportRun['counts']>; dryRun: boolean }) {
  const ofUndo: readonly (readonly [string, number])[] = [
    ['Changes of the import', counts.read],
    ['Removed', counts.removed ?? 0],
    ['As before', counts.updated],
    ['Left as they are', counts.skipped],
  ];
  const ofImport: readonly (readonly [string, number])[] = [
    ['Rows read', counts.read],
    [dryRun ? 'Would be added' : 'Added', counts.added],
    [dryRun ? 'Would be updated' : 'Updated', counts.updated],
    ['Unchanged', counts.unchanged],
    ['Skipped', counts.skipped],
    ['Rejected', counts.rejected],
  ];
  const rows = counts.removed === undefined ? ofImport : ofUndo;
  const notices = Object.entries(counts.notices) as [keyof typeof noticeTexts, number][];
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-14 text-ink-soft">{name}</dt>
            <dd className="numbers text-26 font-semibold">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {dryRun ? <p className="mt-2 text-16 text-ink-soft">Nothing was written.</p> : null}
      {notices.length > 0 ? (
        <ul className="mt-3 list-disc pl-5 text-16">
          {notices.map(([notice, count]) => (
            <li key={notice} className="break-words">
              {formatNumber(count)}: {noticeTexts[notice]}
              {describeLines(counts.noticeLines[notice] ?? [], count)}
              {notice === 'category_unknown' ? describeCategories(counts.unknownCategories, count) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Updates({ run: { updates, counts, dryRun, attempts } }: { run: ImportRunDetail }) {
  if (updates.length === 0) return null;
  // The counts begin anew after an interruption, and the list does not.
  const count = Math.max(counts?.updated ?? 0, updates.length);
  const isCut = updates.length < count || (attempts > 1 && updates.length === maxUpdates);
  return (
    <details className="mt-4" open={updates.length <= 10}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold underline">
        {dryRun ? 'Listings that would be updated' : 'Updated listings'} ({formatNumber(count)})
      </summary>
      <ul className="grid gap-3 text-16">
        {updates.map(({ id, name, fields }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <StaffLink to={`/staff/businesses/${id}`} className="font-semibold">
              {name}
            </StaffLink>
            <ul className="pl-4">
              {fields.map(({ field, before, after }) => (
                <li key={field}>
                  {columnLabel(field) ?? field}: <Changed from={before} to={after} />
                </li>
              ))}
              {fields.length === 0 ? <li>Where it comes from</li> : null}
            </ul>
          </li>
        ))}
      </ul>
      {isCut ? <p className="mt-2 text-16 text-ink-soft">These are the first {updates.length}.</p> : null}
      {dryRun ? null : (
        <p className="mt-2 text-16 text-ink-soft">
          Each listing’s page has them under Edits, and puts any of them back.
        </p>
      )}
    </details>
  );
}

function Rejections({ run }: { run: ImportRunDetail }) {
  const { rejections, counts } = run;
  if (rejections.length === 0) return null;
  return (
    <details className="mt-4" open={rejections.length <= 10}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold underline">
        Rejected rows ({formatNumber(counts?.rejected ?? rejections.length)})
      </summary>
      <ul className="grid gap-1 text-16">
        {rejections.map(({ line, reason, name, address }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several places may stand on one line, and the list never changes
          <li key={at} className="break-words">
            <span className="numbers text-ink-soft">Line {line}:</span> {reason}
            {name || address ? ` (${[name, address].filter(Boolean).join(', ')})` : ''}
          </li>
        ))}
      </ul>
      {isOpen(run) ? null : (
        <p className="mt-3">
          <a href={`/staff/imports/runs/${run.id}/rejected.csv`} download="" className={buttonClass('secondary')}>
            Download all rejected rows
          </a>
        </p>
      )}
    </details>
  );
}

function Duplicates({ run: { duplicates, counts } }: { run: ImportRunDetail }) {
  if (duplicates.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold underline">
        Possible duplicates ({formatNumber(Math.max(counts?.possibleDuplicates ?? 0, duplicates.length))})
      </summary>
      <ul className="grid gap-1 text-16">
        {duplicates.map(({ line, name, address, otherName, otherAddress, otherId, added }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several places may stand on one line, and the list never changes
          <li key={at} className="break-words">
            <span className="numbers text-ink-soft">Line {line}:</span> {name}, {address}:{' '}
            {added ? 'added, but may be the same as' : 'not added, the same as'}{' '}
            {otherId ? <StaffLink to={`/staff/businesses/${otherId}`}>{otherName}</StaffLink> : otherName},{' '}
            {otherAddress}
          </li>
        ))}
      </ul>
    </details>
  );
}
