import { OutcomeWays, PaymentOutcome } from '#features/billing/web/payment-outcome.tsx';
import { useSettledCheckouts } from '#features/billing/web/use-settled-checkouts.ts';
import { ownClaimsQuery } from '#features/claims/web/claim-queries.ts';
import type { PageProps } from '#web/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** The query that a claim changes once its card is stored. */
const claimed = [ownClaimsQuery];

/** A claim comes back here from the payment page: its card is known, and nothing is charged. */
export function Page({ search }: PageProps<'session_id'>) {
  const sessionId = search.get('session_id');
  const { isUnfinished } = useSettledCheckouts(sessionId === null ? [] : [sessionId], claimed);
  const toDashboard = (
    <OutcomeWays>
      <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
    </OutcomeWays>
  );
  if (isUnfinished) {
    return (
      <PaymentOutcome title="Not Finished Yet" good={false}>
        <p className="mt-3">This checkout was not completed. You were not charged.</p>
        {toDashboard}
      </PaymentOutcome>
    );
  }
  return (
    <PaymentOutcome title="We Have Your Claim" good>
      <p className="mt-3 font-semibold">Not charged yet: you pay only once your claim is approved.</p>
      <p className="mt-3">
        We check every claim within 24 hours, and write to you as soon as it is decided. If the answer is no, you pay
        nothing.
      </p>
      <p className="mt-3">
        A few words about you and the business help us decide: your dashboard has a place for them, under Help us
        decide.
      </p>
      {toDashboard}
    </PaymentOutcome>
  );
}
