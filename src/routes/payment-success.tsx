import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { OutcomeWays, PaymentOutcome } from '#features/billing/web/payment-outcome.tsx';
import { getListingDetails } from '#features/listing-orders/contract.ts';
import { listingPlan, planNames } from '#features/listing-orders/plans.ts';
import { useAfterPayment } from '#features/listing-orders/web/use-after-payment.ts';
import type { Answer } from '#shared/endpoint.ts';
import { formatDollars } from '#shared/money.ts';
import { orderNumber } from '#shared/order-number.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageProps } from '#web/page.ts';
import { ButtonLink, buttonClass } from '#web/ui/button.tsx';

type Order = Answer<typeof getListingDetails>;

/**
 * The payment of this browser, or of the account, as the server has it. Anybody can write anything into the address: it says where to look and what to
 * try again, and no word of it stands on the page.
 */
export function Page({ search }: PageProps<'plan' | 'email' | 'business' | 'redirect_status'>) {
  const read = (name: 'plan' | 'email' | 'business') => search.get(name) ?? '';
  const plan = read('plan').toLowerCase();
  const redirect = search.get('redirect_status');
  const hasFailed = redirect !== null && redirect !== 'succeeded';
  const isSettled = useAfterPayment({ plan, email: read('email'), business: read('business'), hasFailed });
  const order = endpointQuery(getListingDetails, { query: { order: '' } });
  const { data, error } = useQuery({ ...order, enabled: isSettled });
  useEffect(() => {
    if (isSettled) dropBuyer();
  }, [isSettled]);

  // A bank that said no may have said yes in another window since.
  if (hasFailed && data === undefined) {
    return (
      <PaymentOutcome title="Payment Failed" how="bad">
        <p className="mt-3">Your bank did not confirm the payment. You were not charged; nothing was ordered.</p>
        <OutcomeWays>
          {/* A full page load: only that brings the payment page's own content policy. */}
          <a href={`/checkout?plan=${listingPlan(plan) ?? 'standard'}`} className={buttonClass()}>
            Try Again
          </a>
        </OutcomeWays>
      </PaymentOutcome>
    );
  }
  return (
    <PaymentOutcome title="Payment Successful!" how={data && data.state !== 'ended' ? 'good' : 'unknown'}>
      {error instanceof ApiError && error.status === 404 ? <NoPayment plan={plan} /> : <Paid order={data} />}
    </PaymentOutcome>
  );
}

/** The buyer's mailbox is for nobody who reads the screen, a picture of it or the history. The router keeps what the page has read. */
function dropBuyer() {
  const address = new URL(location.href);
  for (const name of ['email', 'business']) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}

/** The heading is that of the page; the words are for who has not paid, or not here. */
function NoPayment({ plan }: { plan: string }) {
  const { user } = useCurrentUser();
  return (
    <>
      <div role="status" className="mt-3 rounded-control bg-ground-deep p-4">
        <p>We see no payment from this browser{user ? ' or from your account' : ''}, and nothing is ordered.</p>
        <p className="mt-3">
          Have you just paid? Then please do not pay again: your receipt comes by mail once your bank has confirmed it.
          {user ? '' : ' If you paid while signed in, log in: the order stands on your dashboard.'}
        </p>
      </div>
      <OutcomeWays>
        {user ? <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink> : <ButtonLink to="/login">Log In</ButtonLink>}
        {/* A full page load: only that brings the payment page's own content policy. */}
        <a href={`/checkout?plan=${listingPlan(plan) ?? 'standard'}`} className={buttonClass('secondary')}>
          Go to Payment
        </a>
      </OutcomeWays>
    </>
  );
}

/** Undefined: not read yet, or the server cannot be asked. */
function Paid({ order }: { order: Order | undefined }) {
  return (
    <>
      <p className="mt-3">
        Thank you for your {order ? `${planNames[order.plan]} ` : ''}listing purchase. {afterwards(order)}
      </p>
      {order ? (
        <p className="numbers mt-3 [overflow-wrap:anywhere]">
          {formatDollars(order.amountCents)} paid, order {orderNumber(order.id)}.
          {order.receiptTo === null ? '' : ` The receipt goes to ${order.receiptTo}.`}
        </p>
      ) : null}
      {order === undefined || order.state === 'waits' ? <TellUs order={order} /> : null}
      {order?.state === 'ended' ? <OutcomeWays /> : null}
      {order?.state === 'set-up' ? (
        <OutcomeWays>
          {order.listing ? <ButtonLink to={`/business/${order.listing.slug}`}>See Your Listing</ButtonLink> : null}
        </OutcomeWays>
      ) : null}
    </>
  );
}

function afterwards(order: Order | undefined): string {
  if (order?.state === 'set-up') return 'Your listing is set up.';
  if (order?.state === 'ended') return 'This payment went back to your card, so no listing is made from it.';
  return 'Your listing will be reviewed and activated within 24 hours.';
}

function TellUs({ order }: { order: Order | undefined }) {
  return (
    <>
      {order?.hasEmail === false ? (
        <p role="status" className="mt-3 rounded-control bg-ground-deep p-4">
          You left no email address, so there is no receipt yet, and we cannot write to you. Please add one on the next
          page, in this browser: only it knows your order.
        </p>
      ) : null}
      <p className="mt-3">Next, tell us what it is to say: address, hours, a few words about the business.</p>
      <OutcomeWays>
        <ButtonLink to="/listing-details">Tell Us About Your Business</ButtonLink>
      </OutcomeWays>
    </>
  );
}
