import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { IssueEditor } from '#features/newsletter/web/editor/issue-editor.tsx';
import { IssueProgress } from '#features/newsletter/web/issue-progress.tsx';
import { issueQuery } from '#features/newsletter/web/issue-queries.ts';
import { NewsletterLinks } from '#features/newsletter/web/newsletter-links.tsx';
import { ScheduledIssue } from '#features/newsletter/web/scheduled-issue.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { isNotFound } from '#web/api-client/api-error.ts';
import { usePageParams } from '#web/page-params.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { id = '' } = usePageParams();
  const { user } = useCurrentUser();
  const { data: issue, error, refetch } = useQuery(issueQuery(id));
  return (
    <>
      <StaffHeading title={issue?.subject ?? 'Newsletter'}>
        <NewsletterLinks />
      </StaffHeading>
      {isNotFound(error) ? (
        <p className="rounded-card border border-line border-dashed p-8 text-center">
          This issue is not there any more.
        </p>
      ) : null}
      {error && !isNotFound(error) && issue === undefined ? (
        <LoadFailed message="We could not load this issue." onRetry={() => void refetch()} />
      ) : null}
      {issue === undefined && error === null ? <Spinner /> : null}
      {user && issue?.status === 'draft' ? <IssueEditor key={issue.id} issue={issue} userId={user.id} /> : null}
      {issue?.status === 'scheduled' ? <ScheduledIssue issue={issue} /> : null}
      {issue && issue.status !== 'draft' && issue.status !== 'scheduled' ? <IssueProgress issue={issue} /> : null}
    </>
  );
}
