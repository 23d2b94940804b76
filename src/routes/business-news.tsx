import { useQuery } from '@tanstack/react-query';
import { BackToDashboard } from '#features/accounts/web/back-to-dashboard.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { OwnBusinessAway } from '#features/businesses/web/own-business-away.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { OwnPosts } from '#features/owner-posts/contract.ts';
import { OwnAnnouncements } from '#features/owner-posts/web/own-announcements.tsx';
import { OwnEvents } from '#features/owner-posts/web/own-events.tsx';
import { ownPostsQuery } from '#features/owner-posts/web/post-queries.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { Container } from '#web/ui/layout.tsx';

export function Page() {
  const { id = '' } = usePageParams();
  return (
    <>
      <PageHead title="What's New" description="Announcements and events of your listing." noIndex />
      <SignInGuard>{(user) => <News key={id} id={id} userId={user.id} />}</SignInGuard>
    </>
  );
}

function howItGoes({ may, business, isDirect, isAlwaysSeenFirst, announcements, events }: OwnPosts): string {
  if (!may.announcements && !may.events) {
    return 'The town takes no announcements and events from owners at the moment. What is on your page stays until its last day.';
  }
  if (business.status !== 'approved') return 'This works once the listing is approved and shown.';
  if (isDirect) {
    const isHeld = [...announcements, ...events].some(({ state }) => state === 'waiting' || state === 'hidden');
    return isHeld
      ? 'New announcements and events are published at once. One that we did not publish waits for us when you send it again.'
      : 'What you write here is published at once.';
  }
  return isAlwaysSeenFirst
    ? 'We look at each one before it is published, usually within a day.'
    : 'We look at it before it is published, usually within a day. After the first yes, the next ones are published at once.';
}

function News({ id, userId }: { id: string; userId: string }) {
  const { data, error, refetch } = useQuery({ ...ownPostsQuery(id), refetchOnMount: 'always' });
  useSessionEnded(error);
  if (data === undefined || isNotFound(error)) {
    return (
      <OwnBusinessAway
        error={error}
        failed="We could not load what is new."
        loading="Loading what is new..."
        onRetry={() => void refetch()}
      />
    );
  }
  const { business, may } = data;
  const { name, slug, status } = business;
  return (
    <Container className="grid grid-cols-1 gap-6 py-8 lg:py-12">
      <div>
        <BackToDashboard />
        <h1 className="text-34 lg:text-46">What's New</h1>
        <p className="mt-1 text-18 [overflow-wrap:anywhere]">
          {status === 'approved' ? <Link to={`/business/${slug}`}>{name}</Link> : name}
        </p>
        <p className="mt-2 max-w-[66ch] text-16 text-ink-soft">{howItGoes(data)}</p>
      </div>
      {may.announcements ? <OwnAnnouncements listing={data} userId={userId} /> : null}
      {may.events ? <OwnEvents listing={data} userId={userId} /> : null}
    </Container>
  );
}
