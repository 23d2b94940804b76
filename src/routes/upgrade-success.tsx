import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleX, Sparkles } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { settleCheckout } from '#features/billing/contract.ts';
import { ownBusinessesQuery } from '#features/businesses/web/owner-queries.ts';
import { billingQuery } from '#features/premium/web/billing-queries.ts';
import { UpgradeOutcome } from '#features/premium/web/upgrade-outcome.tsx';
import { PageHead } from '#features/site-frame/web/page-head.tsx';
import { callApi } from '#web/api-client/call-api.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Specification 2. */
const redirectMs = 5000;

/**
 * Asks how the checkout stands, so that premium is there when the dashboard is; it grants nothing itself. When the call
 * fails the webhook does the same, so it is only logged.
 */
function useSettled(sessionId: string | null): { isUnfinished: boolean } {
  const client = useQueryClient();
  const { mutate, data } = useMutation({
    mutationFn: (id: string) => callApi(client, settleCheckout, { body: { sessionId: id } }),
    // Also when the dashboard was quicker.
    onSuccess: () =>
      Promise.all([ownBusinessesQuery, billingQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
    onError: (error) => console.error('the upgrade could not be looked at', error),
  });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || sessionId === null) return;
    begun.current = true;
    mutate(sessionId);
  }, [mutate, sessionId]);
  return { isUnfinished: data !== undefined && data.answer.status !== 'complete' };
}

export function Page() {
  const [search] = useSearchParams();
  const { isUnfinished } = useSettled(search.get('session_id'));
  const navigate = useNavigate();
  useEffect(() => {
    if (isUnfinished) return;
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [navigate, isUnfinished]);

  if (isUnfinished) {
    return (
      <>
        <PageHead title="Upgrade Not Finished" description="How your upgrade went." noIndex />
        <UpgradeOutcome
          icon={<CircleX aria-hidden="true" size={56} className="mx-auto text-danger" />}
          title="Not Finished Yet"
          text="This checkout was not completed. You were not charged."
        >
          <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        </UpgradeOutcome>
      </>
    );
  }
  return (
    <>
      <PageHead title="Welcome to Premium" description="How your upgrade went." noIndex />
      <UpgradeOutcome
        icon={<Sparkles aria-hidden="true" size={56} className="mx-auto text-gold" />}
        title="Welcome to Premium!"
        text={
          <>
            <p>All of your listings are now premium.</p>
            <p className="mt-1 text-16 text-ink-soft">Your dashboard opens in a few seconds.</p>
          </>
        }
        lead="What you have now"
      >
        <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        <ButtonLink to="/directory" look="secondary">
          Browse Directory
        </ButtonLink>
      </UpgradeOutcome>
    </>
  );
}
