import { CircleX, Sparkles } from 'lucide-react';
import { useEffect } from 'react';
import { useSettledCheckouts } from '#features/billing/web/use-settled-checkouts.ts';
import { ownBusinessesQuery } from '#features/businesses/web/owner-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { billingQuery } from '#features/premium/web/billing-queries.ts';
import { UpgradeOutcome } from '#features/premium/web/upgrade-outcome.tsx';
import type { PageProps } from '#web/page.ts';
import { useNavigate } from '#web/router/router.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** The page redirects to the dashboard after this time. */
const redirectMs = 5000;

/** The queries that a paid upgrade changes. */
const shown = [ownBusinessesQuery, billingQuery];

export function Page({ search }: PageProps<'session_id'>) {
  const sessionId = search.get('session_id');
  const { isUnfinished } = useSettledCheckouts(sessionId === null ? [] : [sessionId], shown);
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
