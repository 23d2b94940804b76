import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSettledCheckouts } from '#features/billing/web/use-settled-checkouts.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { ownClaimsQuery } from '#features/claims/web/claim-queries.ts';
import { listingPlan, planNames } from '#features/listing-orders/plans.ts';
import { useAfterPayment } from '#features/listing-orders/web/use-after-payment.ts';
import type { PageProps } from '#web/page.ts';
import { ButtonLink, buttonClass } from '#web/ui/button.tsx';
import { Card, Container } from '#web/ui/layout.tsx';

function Result({ title, good, children }: { title: string; good: boolean; children: ReactNode }) {
  const { supportEmail } = useCity().contact;
  const Icon = good ? CircleCheck : CircleX;
  return (
    <>
      <PageHead title={title.replace('!', '')} description="How your payment went." noIndex />
      <Container className="py-10 lg:py-16">
        <Card className="mx-auto max-w-xl p-6 text-center sm:p-10">
          <Icon aria-hidden="true" size={56} className={good ? 'mx-auto text-action' : 'mx-auto text-danger'} />
          <h1 className="mt-4 text-34">{title}</h1>
          {children}
          <p className="mt-8 border-line border-t pt-5 text-16 text-ink-soft">
            Questions? Write to{' '}
            <a href={`mailto:${supportEmail}`} className="underline wrap-anywhere">
              {supportEmail}
            </a>
          </p>
        </Card>
      </Container>
    </>
  );
}

function Ways({ children }: { children?: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap justify-center gap-3">
      {children}
      <ButtonLink to="/directory" look={children ? 'secondary' : 'primary'}>
        Browse Directory
      </ButtonLink>
      <ButtonLink to="/" look="secondary">
        Return to Home
      </ButtonLink>
    </div>
  );
}

/** The query that a claim changes once its card is stored. */
const claimed = [ownClaimsQuery];

/** Reads only the address. Server and Stripe settle what was bought. */
export function Page({ search }: PageProps<'plan' | 'email' | 'business' | 'session_id' | 'redirect_status'>) {
  const read = (name: 'plan' | 'email' | 'business') => search.get(name) ?? '';
  const plan = read('plan').toLowerCase();
  const known = listingPlan(plan);
  const sessionId = search.get('session_id');
  const redirect = search.get('redirect_status');
  const hasFailed = redirect !== null && redirect !== 'succeeded';
  useAfterPayment({
    plan,
    email: read('email'),
    business: read('business'),
    isPaidListing: sessionId === null && !hasFailed,
  });
  const { isUnfinished } = useSettledCheckouts(sessionId === null || hasFailed ? [] : [sessionId], claimed);

  if (hasFailed) {
    return (
      <Result title="Payment Failed" good={false}>
        <p className="mt-3">Your bank did not confirm the payment. You were not charged; nothing was ordered.</p>
        <Ways>
          {/* A full page load: only that brings the payment page's own content policy. */}
          <a href={`/checkout?plan=${known ?? 'standard'}`} className={buttonClass()}>
            Try Again
          </a>
        </Ways>
      </Result>
    );
  }
  if (isUnfinished) {
    return (
      <Result title="Not Finished Yet" good={false}>
        <p className="mt-3">This checkout was not completed. You were not charged.</p>
        <Ways>
          <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        </Ways>
      </Result>
    );
  }
  if (sessionId !== null) {
    return (
      <Result title="Payment Successful!" good>
        <p className="mt-3 font-semibold">Your card is confirmed. It is not charged until your claim is approved.</p>
        <p className="mt-3">
          We review every claim within 24 hours, and write to you as soon as it is decided. If the answer is no, you pay
          nothing.
        </p>
        <Ways>
          <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        </Ways>
      </Result>
    );
  }
  return (
    <Result title="Payment Successful!" good>
      <p className="mt-3">
        Thank you for your {known ? `${planNames[known]} ` : ''}listing purchase. Your listing will be reviewed and
        activated within 24 hours.
      </p>
      <Ways />
    </Result>
  );
}
