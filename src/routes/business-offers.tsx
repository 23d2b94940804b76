import { useQuery } from '@tanstack/react-query';
import { BackToDashboard } from '#features/accounts/web/back-to-dashboard.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { offersQuery } from '#features/businesses/web/offer-queries.ts';
import { OffersManager } from '#features/businesses/web/offers-manager.tsx';
import { OwnBusinessAway } from '#features/businesses/web/own-business-away.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { isNotFound } from '#web/api-client/api-error.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { Container } from '#web/ui/layout.tsx';

export function Page() {
  const { id = '' } = usePageParams();
  return (
    <>
      <PageHead title="Offers" description="The offers on your listing's page." noIndex />
      <SignInGuard>{(user) => <Offers key={id} id={id} userId={user.id} />}</SignInGuard>
    </>
  );
}

function Offers({ id, userId }: { id: string; userId: string }) {
  const { data, error, refetch } = useQuery({ ...offersQuery(id), refetchOnMount: 'always' });
  useSessionEnded(error);
  if (data === undefined || isNotFound(error)) {
    return (
      <OwnBusinessAway
        error={error}
        failed="We could not load the offers."
        loading="Loading the offers..."
        onRetry={() => void refetch()}
      />
    );
  }
  const { name, slug, status } = data.business;
  return (
    <Container className="grid grid-cols-1 gap-6 py-8 lg:py-12">
      <div>
        <BackToDashboard />
        <h1 className="text-34 lg:text-46">Offers</h1>
        <p className="mt-1 text-18 [overflow-wrap:anywhere]">
          {status === 'approved' ? <Link to={`/business/${slug}`}>{name}</Link> : name}
        </p>
      </div>
      <OffersManager listing={data} userId={userId} />
    </Container>
  );
}
