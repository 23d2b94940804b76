import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { getStaffSuggestion, type StaffSuggestion } from '../staff-suggestion-contract.ts';
import { SuggestionFacts } from './suggestion-facts.tsx';

export const staffSuggestionQuery = (id: string) => endpointQuery(getStaffSuggestion, { params: { id } });

interface SuggestionReviewProps {
  id: string;
  isPending: boolean;
  onApprove: (suggestion: StaffSuggestion) => void;
  onReject: () => void;
  /** The open rejection form; replaces the buttons. */
  rejectForm: ReactNode;
}

/** A resident's event, and the three ways to decide on it. */
export function SuggestionReview({ id, isPending, onApprove, onReject, rejectForm }: SuggestionReviewProps) {
  const mayEdit = useMay(['editor']);
  const { data, isError, refetch } = useQuery(staffSuggestionQuery(id));
  if (data === undefined) {
    return isError ? (
      <LoadFailed message="We could not load this suggestion." onRetry={() => void refetch()} />
    ) : (
      <Spinner />
    );
  }
  return (
    <div className="grid gap-5">
      <SuggestionFacts suggestion={data} />
      {rejectForm ?? (
        <div className="flex flex-wrap gap-2">
          <Button disabled={isPending} onClick={() => onApprove(data)}>
            Approve
          </Button>
          {mayEdit && data.changes === null ? (
            <ButtonLink look="secondary" to={`/staff/events/new?suggestion=${id}`}>
              Approve with edits
            </ButtonLink>
          ) : null}
          <Button look="secondary" disabled={isPending} onClick={onReject}>
            Reject
          </Button>
        </div>
      )}
    </div>
  );
}
