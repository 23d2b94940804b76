import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getListingDetails } from '#features/listing-orders/contract.ts';
import { planNames } from '#features/listing-orders/plans.ts';
import { DetailsForm } from '#features/listing-orders/web/details-form.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card, Container } from '#web/ui/layout.tsx';
import { useHydrated } from '#web/use-hydrated.ts';

/** Most visitors come before the listing is set up. */
const TakeListing = lazy(() => import('#features/listing-orders/web/take-listing.tsx'));

const detailsQuery = (order: string) => endpointQuery(getListingDetails, { query: { order } });

/** Without the mail's link, only the browser knows its order: the server's page is the same for everybody. */
export const queries = ({ search }: PageArgs<'order'>) => {
  const order = search.get('order') ?? '';
  return order === '' ? [] : [detailsQuery(order)];
};

/** Asks for what a paid listing is to say, and shows what was sent. */
export function Page({ search }: PageProps<'order'>) {
  const order = search.get('order') ?? '';
  const { data, isPending } = useQuery(detailsQuery(order));
  const isHydrated = useHydrated();
  return (
    <>
      <PageHead title="Your listing" description="Tell us what your listing is to say." noIndex />
      {data ? (
        data.state === 'waits' ? (
          <Sheet title="Tell us about your business">
            <p className="mt-2 mb-6 text-ink-soft">
              {data.sentAt === null
                ? `You have paid for a ${planNames[data.plan]} listing, and we write it for you. Send what you have.`
                : `We have what you sent. Change it here until your listing is set up. ${data.missing}`}
            </p>
            <DetailsForm
              id={data.id}
              order={order}
              sent={data.details}
              businessName={data.businessName}
              asksForEmail={!data.hasEmail}
            />
          </Sheet>
        ) : (
          <AccountCard
            title={data.state === 'set-up' ? 'Your listing is set up' : 'This payment went back'}
            text={
              data.state === 'set-up'
                ? 'To change something, edit it on your dashboard if it is in your account, or answer our email about it.'
                : 'No listing is made from it.'
            }
          >
            <div className="grid justify-items-start gap-6">
              {data.mayTake && data.listing ? (
                <>
                  {isHydrated ? (
                    <Suspense fallback={null}>
                      <TakeListing order={order} name={data.listing.name} />
                    </Suspense>
                  ) : null}
                  <noscript>
                    To make it yours, please turn JavaScript on and load this page again, or answer our email.
                  </noscript>
                </>
              ) : null}
              {data.listing ? (
                <ButtonLink look="secondary" to={`/business/${data.listing.slug}`}>
                  See Your Listing
                </ButtonLink>
              ) : (
                <ButtonLink to="/directory">Browse Directory</ButtonLink>
              )}
            </div>
          </AccountCard>
        )
      ) : isPending && order === '' ? (
        <Sheet title="Tell us about your business">
          <p role="status" className="mt-2 text-ink-soft">
            Looking for your payment...
          </p>
          <noscript>
            <p className="mt-2">Please open the link in our email about your payment.</p>
          </noscript>
        </Sheet>
      ) : (
        <AccountCard
          title="We know of no payment here"
          text="Please open the link in our email about your payment: it knows which listing is yours."
        >
          <ButtonLink to="/contact">Contact us</ButtonLink>
        </AccountCard>
      )}
    </>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container className="py-10 lg:py-16">
      <Card className="mx-auto max-w-3xl p-6 sm:p-8">
        <h1 className="text-34">{title}</h1>
        {children}
      </Card>
    </Container>
  );
}
