import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { decideRecommendation, listStaffRecommendations, type StaffRecommendation } from '../staff-contract.ts';

const states = {
  waiting: <Badge tint="orange">Waits for you</Badge>,
  shown: <Badge tint="green">Shown</Badge>,
  hidden: <Badge tint="gray">Hidden</Badge>,
};

/** The recommendations of a listing; staff show or hide each, and change their mind at any time. */
export function StaffRecommendations({ businessId }: { businessId: string }) {
  const query = endpointQuery(listStaffRecommendations, { params: { id: businessId } });
  const { data, error, refetch } = useQuery(query);
  if (data === undefined) {
    return error ? (
      <LoadFailed message="We could not load the recommendations." onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading recommendations..." />
    );
  }
  if (data.length === 0) return <p className="text-16">None yet.</p>;
  return (
    <ul className="grid gap-3 text-16">
      {data.map((recommendation) => (
        <Item key={recommendation.id} recommendation={recommendation} />
      ))}
    </ul>
  );
}

function Item({ recommendation }: { recommendation: StaffRecommendation }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { id, status, name, email, text, answer, confirmedAt } = recommendation;
  const decide = (shown: boolean) =>
    void run(
      () => callApi(client, decideRecommendation, { params: { id }, body: { shown, was: status } }),
      shown ? 'The recommendation is shown' : 'The recommendation is hidden',
      { subjectId: id },
    );
  return (
    <li data-undo={id} className="grid gap-2 border-t border-line pt-3 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{name}</strong>
        {states[status]}
        <span className="text-14 text-ink-soft">
          {email} · <Moment at={confirmedAt} />
        </span>
      </p>
      <p className="whitespace-pre-line">{text === '' ? 'No words, only the name.' : text}</p>
      {answer === null ? null : <p className="whitespace-pre-line text-ink-soft">The owner answered: {answer}</p>}
      <div className="flex flex-wrap gap-2">
        {status === 'shown' ? null : (
          <SmallButton
            disabled={isPending}
            aria-label={`Show the recommendation of ${name}`}
            onClick={() => decide(true)}
          >
            Show
          </SmallButton>
        )}
        {status === 'hidden' ? null : (
          <SmallButton
            disabled={isPending}
            aria-label={`Hide the recommendation of ${name}`}
            onClick={() => decide(false)}
          >
            Hide
          </SmallButton>
        )}
      </div>
    </li>
  );
}
