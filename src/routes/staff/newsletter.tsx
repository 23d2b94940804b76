import { useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { createIssue, type IssueSummary, listIssues } from '#features/newsletter/staff-contract.ts';
import { IssueBadge } from '#features/newsletter/web/issue-badge.tsx';
import { NewsletterLinks } from '#features/newsletter/web/newsletter-links.tsx';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { RowLink, StaffHeading, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useNavigate } from '#web/router/router.tsx';
import { Button } from '#web/ui/button.tsx';

export function Page() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const city = useCity();
  const { isPending, run } = useStaffAction();
  const list = useStaffList<IssueSummary>([listIssues.path], (_, cursor) =>
    callApi(client, listIssues, { query: { cursor } }),
  );

  async function begin(from: 'week' | 'nothing') {
    let id = '';
    const fields = await run(async () => {
      id = (await callApi(client, createIssue, { body: { from } })).answer.id;
    }, 'The draft is ready');
    if (fields === null) await navigate(`/staff/newsletter/${id}`);
  }

  return (
    <>
      <StaffHeading title="Newsletter">
        <NewsletterLinks />
      </StaffHeading>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button disabled={isPending} onClick={() => void begin('week')}>
          {`Draft “This week in ${city.name}”`}
        </Button>
        <Button look="secondary" disabled={isPending} onClick={() => void begin('nothing')}>
          Start with an empty issue
        </Button>
      </div>
      <StaffList list={list} what="issues" empty="No issue yet. The button above writes the first one for you.">
        {(issue) => (
          <StaffRow>
            <RowLink to={`/staff/newsletter/${issue.id}`} className="lg:flex-[3]">
              {issue.subject}
            </RowLink>
            <span className="text-ink-soft lg:flex-[3]">
              <When issue={issue} />
            </span>
            <span className="flex lg:flex-1 lg:justify-end">
              <IssueBadge status={issue.status} />
            </span>
          </StaffRow>
        )}
      </StaffList>
    </>
  );
}

function When({ issue }: { issue: IssueSummary }) {
  const { status, counts } = issue;
  if (status === 'scheduled' && issue.scheduledAt) {
    return (
      <>
        goes out <Moment at={issue.scheduledAt} />
      </>
    );
  }
  if (issue.startedAt) {
    return (
      <>
        <Moment at={issue.startedAt} />,{' '}
        <span className="numbers">{`${formatNumber(counts.sent)} of ${formatNumber(counts.recipients)} sent`}</span>
      </>
    );
  }
  return (
    <>
      changed <Moment at={issue.updatedAt} />
    </>
  );
}
