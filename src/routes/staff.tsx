/**
 * The staff area: one lazy part of the site with a route table of its own. Everybody else gets the 404 page.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router';
import { logInPath } from '#features/accounts/next-page.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { SecondFactorForm } from '#features/accounts/web/second-factor-form.tsx';
import { countsQuery } from '#features/approvals/web/approvals-queries.ts';
import { StaffFrame } from '#features/staff-frame/web/staff-frame.tsx';
import { ApiError } from '#web/api-client/api-error.ts';
import type { PageArgs, PageQuery } from '#web/page.ts';
import { PageParamsProvider, usePageParams } from '#web/page-params.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import { Page as NotFound } from './not-found.tsx';

const page = (load: () => Promise<{ Page: ComponentType }>) => lazy(async () => ({ default: (await load()).Page }));

/** The path below /staff. */
export const staffPages: readonly (readonly [path: string, page: ComponentType])[] = [
  ['', page(() => import('./staff/queue.tsx'))],
  ['changes', page(() => import('./staff/changes.tsx'))],
  ['messages', page(() => import('./staff/messages.tsx'))],
  ['orders', page(() => import('./staff/orders.tsx'))],
  ['businesses', page(() => import('./staff/businesses.tsx'))],
  ['businesses/:id', page(() => import('./staff/business.tsx'))],
  ['articles', page(() => import('./staff/articles.tsx'))],
  ['articles/:id', page(() => import('./staff/article.tsx'))],
  ['events', page(() => import('./staff/events.tsx'))],
  ['events/import', page(() => import('./staff/event-import.tsx'))],
  ['events/:id', page(() => import('./staff/event.tsx'))],
  ['people', page(() => import('./staff/people.tsx'))],
  ['people/:id', page(() => import('./staff/person.tsx'))],
  ['imports', page(() => import('./staff/imports.tsx'))],
  ['imports/:id', page(() => import('./staff/import.tsx'))],
  ['searches', page(() => import('./staff/searches.tsx'))],
  ['settings', page(() => import('./staff/settings.tsx'))],
  ['ads', page(() => import('./staff/ads.tsx'))],
  ['ads/:id', page(() => import('./staff/ad.tsx'))],
  ['newsletter', page(() => import('./staff/newsletter.tsx'))],
  ['newsletter/subscribers', page(() => import('./staff/newsletter-subscribers.tsx'))],
  ['newsletter/settings', page(() => import('./staff/newsletter-settings.tsx'))],
  ['newsletter/:id', page(() => import('./staff/newsletter-issue.tsx'))],
  ['billing', page(() => import('./staff/billing.tsx'))],
  ['audit', page(() => import('./staff/audit.tsx'))],
];

const missingQuery = {
  queryKey: ['no such page'],
  queryFn: () => Promise.reject(new ApiError(404, 'Not Found', '')),
};

/** The first entry that matches the part of the address after /staff. */
function findStaffPage(below: string | undefined) {
  for (const [path, Element] of staffPages) {
    const match = matchPath(`/${path}`, `/${below ?? ''}`);
    if (match) return { path, Element, params: match.params };
  }
  return null;
}

/** A path that is not in the table is a 404 for staff too. */
export function queries({ params }: PageArgs): PageQuery[] {
  return findStaffPage(params['*']) ? [countsQuery] : [countsQuery, missingQuery];
}

function StaffPage() {
  const found = findStaffPage(usePageParams()['*']);
  if (found === null) return <NotFound />;
  const { path, Element, params } = found;
  return (
    <PageParamsProvider value={params}>
      <Element key={path} />
    </PageParamsProvider>
  );
}

export function Page() {
  const hydrated = useHydrated();
  const client = useQueryClient();
  // The server has answered with the 404 page. The first render must match it, and nothing more is requested.
  const [isHidden] = useState(
    () =>
      !hydrated &&
      client.getQueryState(countsQuery.queryKey)?.status !== 'success' &&
      !client.getQueryState(countsQuery.queryKey)?.error,
  );
  const { data: counts, error, refetch } = useQuery({ ...countsQuery, enabled: !isHidden });
  const { pathname, search } = useLocation();
  const isCodeMissing = error instanceof ApiError && error.problem?.code === 'second_factor';
  const { user } = useCurrentUser();
  const isCodeGiven = user?.secondFactor === 'given';
  useEffect(() => {
    if (isCodeMissing && isCodeGiven) void refetch();
  }, [isCodeMissing, isCodeGiven, refetch]);

  if (isHidden) return <NotFound />;
  if (counts === undefined || !hydrated) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) return <Navigate to={logInPath(pathname + search)} replace />;
    if (isCodeMissing) {
      return (
        <AccountCard title="One more step" text="Your account is protected by an authenticator app.">
          <SecondFactorForm />
        </AccountCard>
      );
    }
    if (status === 403) return <NotFound />;
    if (error) return <LoadFailed message="Failed to open the staff area" onRetry={() => void refetch()} />;
    return <Spinner />;
  }
  const { changes, reports, messages, orders, suggestions } = counts;
  return (
    <StaffFrame
      links={[
        { to: '/staff', label: 'Queue', waiting: Object.values(counts).reduce((sum, count) => sum + count, 0) },
        { to: '/staff/changes', label: 'Changes', waiting: changes },
        { to: '/staff/messages', label: 'Messages', waiting: reports + messages },
        { to: '/staff/orders', label: 'Orders', waiting: orders },
        { to: '/staff/businesses', label: 'Businesses' },
        { to: '/staff/events', label: 'Events', waiting: suggestions },
        { to: '/staff/articles', label: 'News' },
        { to: '/staff/people', label: 'People' },
        { to: '/staff/ads', label: 'Ads' },
        { to: '/staff/imports', label: 'Imports' },
        { to: '/staff/searches', label: 'Searches' },
        { to: '/staff/settings', label: 'Settings' },
        { to: '/staff/newsletter', label: 'Newsletter' },
        { to: '/staff/billing', label: 'Billing' },
        { to: '/staff/audit', label: 'Audit log' },
      ]}
    >
      <Suspense fallback={<Spinner />}>
        <StaffPage />
      </Suspense>
    </StaffFrame>
  );
}
