import { CircleSlash } from 'lucide-react';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { UpgradeOutcome } from '#features/premium/web/upgrade-outcome.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export function Page() {
  return (
    <>
      <PageHead title="Upgrade Cancelled" description="Your upgrade was cancelled." noIndex />
      <UpgradeOutcome
        icon={<CircleSlash aria-hidden="true" size={56} className="mx-auto text-ink-soft" />}
        title="Upgrade Cancelled"
        text="No charges were made to your account."
        lead="What Premium brings, whenever you like"
      >
        <ButtonLink to="/dashboard">Back to Dashboard</ButtonLink>
        <ButtonLink to="/get-listed" look="secondary">
          View Pricing
        </ButtonLink>
      </UpgradeOutcome>
    </>
  );
}
