import { Check, Lock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { listingIncludes } from '#features/billing/price-story.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { listingPlan, planNames } from '#features/listing-orders/plans.ts';
import { priceCents } from '#features/listing-orders/price-of-plan.ts';
import { useClientSecret } from '#features/listing-orders/web/use-client-secret.ts';
import { formatDollars } from '#shared/money.ts';
import type { PageProps } from '#web/page.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Container } from '#web/ui/layout.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Shown when the part with the form could not be loaded. */
function FormMissing() {
  return (
    <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
      The payment form could not be loaded. Please check your connection and reload the page.
    </p>
  );
}

const PaymentForm = lazy(() =>
  import('#features/listing-orders/web/payment-form.tsx').catch(() => ({ default: FormMissing })),
);

const PremiumCovers = lazy(() =>
  import('#features/premium/web/premium-covers.tsx').catch(() => ({ default: () => null })),
);

function OrderSummary({ plan }: { plan: string }) {
  const known = listingPlan(plan);
  const price = formatDollars(priceCents(useCity().prices, plan));
  return (
    <section aria-labelledby="summary" className="h-fit rounded-card border border-line bg-ground-deep p-6">
      <h2 id="summary" className="text-21">
        Order Summary
      </h2>
      <p className="mt-4 flex justify-between gap-4">
        <span>{known ? `${planNames[known]} listing` : 'Listing'}</span>
        <span className="numbers">{price}</span>
      </p>
      {known ? (
        <ul className="mt-3 grid gap-2 text-16 text-ink-soft">
          {listingIncludes[known].map((item) => (
            <li key={item} className="flex gap-2">
              <Check aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-accent" />
              {item}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-4 flex justify-between gap-4 border-line border-t pt-4 font-semibold">
        <span>Total, paid once</span>
        <span className="numbers">{price}</span>
      </p>
    </section>
  );
}

/** The payment page. It needs no account: anybody may pay for a listing. */
export function Page({ search }: PageProps<'plan' | 'email' | 'business'>) {
  const plan = (search.get('plan') || 'standard').toLowerCase();
  const known = listingPlan(plan);
  const { user, isLoading } = useCurrentUser();
  const { clientSecret, waiting, refusal, retry } = useClientSecret(plan);
  return (
    <>
      <PageHead title="Checkout" description="Pay for a business listing by card." noIndex />
      <Container className="py-10 lg:py-16">
        <h1 className="text-34 lg:text-46">Checkout</h1>
        <div className="mt-6 grid gap-6 lg:mt-8 lg:grid-cols-[1fr_24rem] lg:gap-8">
          <OrderSummary plan={plan} />
          <Card className="min-w-0 p-6 sm:p-8 lg:col-start-1 lg:row-start-1">
            {known && clientSecret && !isLoading ? (
              <>
                <h2 className="mb-6 text-26">Complete Your Payment</h2>
                {user && known === 'premium' ? (
                  <Suspense fallback={null}>
                    <PremiumCovers />
                  </Suspense>
                ) : null}
                <Suspense fallback={<Spinner label="Loading payment form..." />}>
                  <PaymentForm
                    key={clientSecret}
                    plan={known}
                    clientSecret={clientSecret}
                    waiting={waiting}
                    email={search.get('email') ?? user?.email ?? ''}
                    businessName={search.get('business') ?? ''}
                  />
                </Suspense>
                <p className="mt-5 flex items-start gap-2 text-14 text-ink-soft">
                  <Lock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
                  Card details go straight to the payment provider, Stripe. We never see your card number.
                </p>
              </>
            ) : (
              <>
                <Spinner label="Loading payment form..." />
                {refusal ? (
                  <div role="alert" className="text-center">
                    <p>{refusal}</p>
                    <Button look="secondary" className="mt-4" onClick={() => void retry()}>
                      Try again
                    </Button>
                  </div>
                ) : null}
              </>
            )}
          </Card>
        </div>
      </Container>
    </>
  );
}
