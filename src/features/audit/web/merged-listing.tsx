import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { undoAct, undoMergeLater } from '#features/staff-frame/undo-contract.ts';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { undoMs } from '#shared/times.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useDraftOwner } from '#web/forms/draft-owner.ts';
import type { AuditRow } from '../contract.ts';

/** The name of a listing that was merged away and stands in no list any more, and the way back while there is one. */
export function MergedListing({ row }: { row: AuditRow }) {
  const { action, actor, at, data, subjectId } = row;
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const isMine = useDraftOwner() === actor?.id;
  const isAdministrator = useMay(['administrator']);
  const [isOver, setOver] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const ends = Date.parse(at) + undoMs;
  useEffect(() => {
    const left = ends - Date.now();
    setOver(left <= 0);
    const timer = setTimeout(() => setOver(true), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [ends]);
  if (action !== 'business.merged') return null;
  const { name } = (data?.merged ?? {}) as { name?: unknown };
  const gone = typeof name === 'string' ? name : 'The listing that went';
  const merged = row.canUndoMergeOf ?? null;
  const isSlip = isMine && !isOver && merged !== null;
  const undoLater = () => {
    if (merged === null) return;
    const act = () => callApi(client, undoMergeLater, { params: { id: subjectId }, body: { merged } });
    void run(act, ({ answer }) => answer.message);
  };
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {typeof name === 'string' ? <span>{name} went into it.</span> : null}
      {isSlip || (isAdministrator && merged !== null) ? (
        <SmallButton
          disabled={isPending}
          onClick={() =>
            isSlip ? void run(() => callApi(client, undoAct, { body: { subjectId } }), 'Undone') : setAsking(true)
          }
        >
          Undo the merge
        </SmallButton>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title="Make two listings of it again?"
          action="Undo the merge"
          onConfirm={undoLater}
          onClose={() => setAsking(false)}
        >
          <p className="break-words">
            {gone} comes back with all that it had at the merge, at its own address. What came to{' '}
            {row.subjectName ?? 'the other one'} since stays there, and so do fields that were changed since: you read
            which. An owner who has heard of the merge is told by mail.
          </p>
        </ConfirmDialog>
      ) : null}
    </span>
  );
}
