import { OutcomeWays, PaymentOutcome } from '#features/billing/web/payment-outcome.tsx';
import { listingPlan, planNames } from '#features/listing-orders/plans.ts';
import { useAfterPayment } from '#features/listing-orders/web/use-after-payment.ts';
import type { PageProps } from '#web/page.ts';
import { ButtonLink, buttonClass } from '#web/ui/button.tsx';

/** Reads only the address. Server and Stripe settle what was bought. */
export function Page({ search }: PageProps<'plan' | 'email' | 'business' | 'redirect_status'>) {
  const read = (name: 'plan' | 'email' | 'business') => search.get(name) ?? '';
  const plan = read('plan').toLowerCase();
  const known = listingPlan(plan);
  const redirect = search.get('redirect_status');
  const hasFailed = redirect !== null && redirect !== 'succeeded';
  useAfterPayment({
    plan,
    email: read('email'),
    business: read('business'),
    isPaidListing: !hasFailed,
  });

  if (hasFailed) {
    return (
      <PaymentOutcome title="Payment Failed" good={false}>
        <p className="mt-3">Your bank did not confirm the payment. You were not charged; nothing was ordered.</p>
        <OutcomeWays>
          {/* A full page load: only that brings the payment page's own content policy. */}
          <a href={`/checkout?plan=${known ?? 'standard'}`} className={buttonClass()}>
            Try Again
          </a>
        </OutcomeWays>
      </PaymentOutcome>
    );
  }
  return (
    <PaymentOutcome title="Payment Successful!" good>
      <p className="mt-3">
        Thank you for your {known ? `${planNames[known]} ` : ''}listing purchase. Your listing will be reviewed and
        activated within 24 hours.
      </p>
      {known ? (
        <>
          <p className="mt-3">Next, tell us what it is to say: address, hours, a few words about the business.</p>
          <OutcomeWays>
            <ButtonLink to="/listing-details">Tell Us About Your Business</ButtonLink>
          </OutcomeWays>
        </>
      ) : (
        <OutcomeWays />
      )}
    </PaymentOutcome>
  );
}
