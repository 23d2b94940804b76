import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { isNotFound } from '#web/api-client/api-error.ts';
import type { PageArgs } from '#web/page.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Card, Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Business } from '../contract.ts';
import { BusinessNotFound, businessNotFoundText } from './business-not-found.tsx';
import { businessQuery } from './business-queries.ts';

/** `queries` and `canonicalPath` of a page below a listing's: 'message' for /business/{slug}/message. */
export const aboutBusinessRoute = (page: string) => ({
  queries: ({ params }: PageArgs) => [businessQuery(params.slug ?? '')],
  /** A former slug redirects to the business's current address. */
  canonicalPath({ params }: PageArgs, client: QueryClient): string | null {
    const business = client.getQueryData(businessQuery(params.slug ?? '').queryKey);
    return business === undefined ? null : `/business/${business.slug}/${page}`;
  },
});

interface AboutBusinessPageProps {
  /** Before the listing has loaded, it has no name. */
  title: (name: string | undefined) => string;
  description: string;
  children: (business: Business) => ReactNode;
}

/** A page below a listing's, with a form about that listing. Search engines do not list it. */
export function AboutBusinessPage({ title, description, children }: AboutBusinessPageProps) {
  const { slug = '' } = usePageParams();
  const { data: business, isError, error, refetch } = useQuery(businessQuery(slug));
  if (isNotFound(error)) {
    return (
      <>
        <PageHead title="Business Not Found" description={businessNotFoundText} noIndex />
        <BusinessNotFound />
      </>
    );
  }
  return (
    <>
      <PageHead title={title(business?.name)} description={description} noIndex />
      <Container className="py-10 lg:py-16">
        {business ? (
          <Card className="mx-auto max-w-2xl p-6 sm:p-8">{children(business)}</Card>
        ) : isError ? (
          <LoadFailed message="Failed to fetch business" onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading business..." />
        )}
      </Container>
    </>
  );
}
