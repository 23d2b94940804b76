import { useQuery } from '@tanstack/react-query';
import { ReportDeeds } from '#features/approvals/web/report-deeds.tsx';
import { ConversationCard } from '#features/conversations/web/conversation-card.tsx';
import { conversationQuery } from '#features/conversations/web/conversation-queries.ts';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { usePageParams } from '#web/page-params.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** One conversation: the links in mails to staff lead here. */
export function Page() {
  const { id = '' } = usePageParams();
  const { data, isError, refetch } = useQuery(conversationQuery(id));
  return (
    <>
      <StaffHeading title="Message" />
      <p className="mb-3">
        <StaffLink to="/staff/messages">All messages</StaffLink>
      </p>
      {data ? (
        <ConversationCard conversation={data}>
          <ReportDeeds conversation={data} />
        </ConversationCard>
      ) : isError ? (
        <LoadFailed
          message="This message is not there any more, or could not be fetched"
          onRetry={() => void refetch()}
        />
      ) : (
        <Spinner />
      )}
    </>
  );
}
