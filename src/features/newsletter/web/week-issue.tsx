import { useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { RowLink, SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { dayMs } from '#shared/times.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useNavigate } from '#web/router/router.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { createIssue, type IssueSummary, listIssues } from '../staff-contract.ts';
import { IssueBadge } from './issue-badge.tsx';

/** An issue that began to go out within so many days is this week's, also when it went a day early. */
const daysOfIssue = 6;

const isOfThisWeek = ({ status, startedAt, updatedAt }: IssueSummary, now: number) =>
  status === 'sent'
    ? startedAt !== null && Date.parse(startedAt) > now - daysOfIssue * dayMs
    : status !== 'draft' || Date.parse(updatedAt) > now - daysOfIssue * dayMs;

/** This week's issue wherever it stands, or the button that drafts it. */
export function WeekIssue() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const city = useCity();
  const { isPending, attempt } = useStaffAction();
  const { rows, isError, refetch } = useStaffList<IssueSummary>([listIssues.path], (caller, cursor) =>
    callApi(caller, listIssues, { query: { cursor } }),
  );
  if (rows === undefined) {
    return isError ? (
      <LoadFailed message="We could not load the newsletter." onRetry={() => void refetch()} />
    ) : (
      <Spinner />
    );
  }
  const now = Date.now();
  const issue = rows.find((one) => isOfThisWeek(one, now));

  async function draft() {
    try {
      const { answer } = await attempt(
        () => callApi(client, createIssue, { body: { from: 'week' } }),
        'The draft is ready',
      );
      await navigate(`/staff/newsletter/${answer.id}`);
    } catch {
      // The toast has told why.
    }
  }

  if (issue) {
    const at = issue.startedAt ?? issue.scheduledAt;
    return (
      <StaffRow>
        <RowLink to={`/staff/newsletter/${issue.id}`} className="lg:flex-1">
          {issue.subject}
        </RowLink>
        {at ? (
          <span className="text-ink-soft">
            <Moment at={at} />
          </span>
        ) : null}
        <span className="self-start lg:self-auto">
          <IssueBadge status={issue.status} />
        </span>
      </StaffRow>
    );
  }
  return (
    <StaffRow>
      <p className="min-w-0 flex-1">No issue in the last days.</p>
      <SmallButton disabled={isPending} onClick={() => void draft()}>
        Draft “This week in {city.name}”
      </SmallButton>
    </StaffRow>
  );
}
