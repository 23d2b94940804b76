import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { BackToDashboard } from '#features/accounts/web/back-to-dashboard.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { isSignedOut, useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { lonePremiumOfOwner } from '#features/billing/lone-premium-words.ts';
import { OwnBusinessAway } from '#features/businesses/web/own-business-away.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getPeople } from '#features/managers/contract.ts';
import { notYetForOwner, paidTimeOfOwner } from '#features/managers/hand-over-words.ts';
import { InvitationForm } from '#features/managers/web/invitation-form.tsx';
import { ManagersList } from '#features/managers/web/managers-list.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Card, Container } from '#web/ui/layout.tsx';

export function Page() {
  const { id = '' } = usePageParams();
  return (
    <>
      <PageHead title="People" description="Who works on your listing." noIndex />
      <SignInGuard>{(user) => <People key={id} id={id} user={user} />}</SignInGuard>
    </>
  );
}

function People({ id, user: { id: userId, email } }: { id: string; user: CurrentUser }) {
  const client = useQueryClient();
  const { prices, timeZone } = useCity();
  const query = endpointQuery(getPeople, { params: { id } });
  const { data, error, refetch } = useQuery(query);
  useSessionEnded(error);
  if (data === undefined || (error && !isSignedOut(error))) {
    return (
      <OwnBusinessAway
        error={error}
        failed="We could not load the people."
        loading="Loading the people..."
        onRetry={() => void refetch()}
      />
    );
  }
  const onChanged = () => client.invalidateQueries({ queryKey: query.queryKey });
  const { business, isOwner, handOver } = data;
  const lone = handOver.lonePremium ? lonePremiumOfOwner(handOver.lonePremium, timeZone) : '';
  return (
    <Container className="grid max-w-3xl grid-cols-1 gap-6 py-8 lg:py-12">
      <div>
        <BackToDashboard />
        <h1 className="text-34 [overflow-wrap:anywhere]">People of {business.name}</h1>
        <p className="mt-2 text-ink-soft">
          Managers edit the listing, answer messages and recommendations, and see its numbers. Money, the managers and
          the listing itself stay with the owner.
        </p>
      </div>
      <ManagersList people={data} userId={userId} onChanged={onChanged} />
      {isOwner ? (
        <>
          <Card className="p-5 sm:p-6">
            <h2 className="text-21">Invite a manager</h2>
            <p className="mt-1 mb-4 text-16 text-ink-soft">
              We mail them a link. It works for 7 days, with an account of that address.
            </p>
            <InvitationForm business={business} kind="manager" ownEmail={email} onSent={onChanged} />
          </Card>
          <Card className="p-5 sm:p-6">
            <h2 className="text-21">Hand the listing over</h2>
            {handOver.notYet !== null ? (
              <p className="mt-1 text-16">{notYetForOwner[handOver.notYet]}</p>
            ) : (
              <>
                <p className="mt-1 mb-4 text-16 text-ink-soft">
                  To a new owner, with its address, history, messages and visitors. It is theirs as soon as they accept,
                  within 72 hours; until then you can take it back here. Afterwards you and your managers have no
                  access.{' '}
                  {handOver.lonePremium === null
                    ? `${handOver.paid === null ? 'Your Premium' : 'Premium for all your listings'}, if you have it, stays with you and your other listings`
                    : 'Your Premium stays with you'}
                  {handOver.paid === null ? ': this one has Premium only if the new owner does' : ''}. We ask for your
                  password or passkey and mail you both.
                </p>
                {handOver.paid === null ? null : (
                  <p className="mb-4 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
                    {paidTimeOfOwner(handOver.paid, { prices, timeZone })}
                  </p>
                )}
                {lone === '' ? null : (
                  <p className="mb-4 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
                    {lone}
                  </p>
                )}
                <InvitationForm business={business} kind="owner" ownEmail={email} more={lone} onSent={onChanged} />
              </>
            )}
          </Card>
        </>
      ) : null}
    </Container>
  );
}
