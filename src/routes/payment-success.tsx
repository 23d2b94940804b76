import { useQuery } from '@tanstack/react-query';
import { OutcomeWays, PaymentOutcome } from '#features/billing/web/payment-outcome.tsx';
import { getListingDetails } from '#features/listing-orders/contract.ts';
import { listingPlan, planNames } from '#features/listing-orders/plans.ts';
import { useAfterPayment } from '#features/listing-orders/web/use-after-payment.ts';
import { formatDollars } from '#shared/money.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageProps } from '#web/page.ts';
import { ButtonLink, buttonClass } from '#web/ui/button.tsx';

/** Reads only the address. Server and Stripe settle what was bought. */
export function Page({ search }: PageProps<'plan' | 'email' | 'business' | 'redirect_status'>) {
  const read = (name: 'plan' | 'email' | 'business') => search.get(name) ?? '';
  const plan = read('plan').toLowerCase();
  const known = listingPlan(plan);
  const redirect = search.get('redirect_status');
  const hasFailed = redirect !== null && redirect !== 'succeeded';
  const isSettled = useAfterPayment({
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
      <AfterPayment known={known} email={read('email')} isSettled={isSettled} />
    </PaymentOutcome>
  );
}

interface AfterPaymentProps {
  known: ReturnType<typeof listingPlan>;
  email: string;
  /** The server has looked at the payment. */
  isSettled: boolean;
}

/** The payment of this browser as the server has it: the address alone proves nothing, and nothing more is promised without one. */
function AfterPayment({ known, email, isSettled }: AfterPaymentProps) {
  const order = endpointQuery(getListingDetails, { query: { order: '' } });
  const { data, error } = useQuery({ ...order, enabled: isSettled });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <p role="status" className="mt-3 rounded-control bg-ground-deep p-4">
          We see no payment from this browser. If you have just paid, your receipt comes by mail once your bank has
          confirmed it.
        </p>
        <OutcomeWays />
      </>
    );
  }
  return (
    <>
      <p className="mt-3">
        Thank you for your {known ? `${planNames[known]} ` : ''}listing purchase. Your listing will be reviewed and
        activated within 24 hours.
      </p>
      {data ? (
        <p className="numbers mt-3 [overflow-wrap:anywhere]">
          {formatDollars(data.amountCents)} paid, order {data.id}.{email === '' ? '' : ` The receipt goes to ${email}.`}
        </p>
      ) : null}
      {data?.hasEmail === false ? (
        <p role="status" className="mt-3 rounded-control bg-ground-deep p-4">
          You left no email address, so there is no receipt yet, and we cannot write to you. Please add one on the next
          page, in this browser: only it knows your order.
        </p>
      ) : null}
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
    </>
  );
}
