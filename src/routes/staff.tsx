/**
 * The staff area: one lazy part of the site with a route table of its own. Owners get the 404 page, visitors the log-in.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { logInPath } from '#features/accounts/next-page.ts';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import SecondFactorGate from '#features/accounts/web/second-factor-gate.tsx';
import type { Counts } from '#features/approvals/contract.ts';
import { countsQuery } from '#features/approvals/web/approvals-queries.ts';
import { SiteWarnings } from '#features/settings/web/site-warnings.tsx';
import { rightsOfPage, type StaffPagePath, staffPages } from '#features/staff-frame/staff-pages.ts';
import { keepUndos } from '#features/staff-frame/web/kept-undos.ts';
import { StaffFrame } from '#features/staff-frame/web/staff-frame.tsx';
import type { StaffPageLink } from '#features/staff-frame/web/staff-menu.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { StaffRightsContext, useMay } from '#features/staff-frame/web/use-may.ts';
import { hasRight, whyNotAllowed } from '#shared/has-right.ts';
import { staffRights } from '#shared/staff-rights.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { DraftOwner } from '#web/forms/draft-owner.ts';
import type { PageArgs, PageQuery } from '#web/page.ts';
import { PageParamsProvider, usePageParams } from '#web/page-params.tsx';
import { Navigate } from '#web/router/link.tsx';
import { matchPath } from '#web/router/match-path.ts';
import { useLocation } from '#web/router/router.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import { Page as NotFound } from './not-found.tsx';

const page = (load: () => Promise<{ Page: ComponentType }>) => lazy(async () => ({ default: (await load()).Page }));

/** The path below /staff. */
const parts: Readonly<Record<StaffPagePath, ComponentType>> = {
  '': page(() => import('./staff/queue.tsx')),
  week: page(() => import('./staff/week.tsx')),
  find: page(() => import('./staff/find.tsx')),
  changes: page(() => import('./staff/changes.tsx')),
  messages: page(() => import('./staff/messages.tsx')),
  'messages/:id': page(() => import('./staff/message.tsx')),
  orders: page(() => import('./staff/orders.tsx')),
  businesses: page(() => import('./staff/businesses.tsx')),
  'businesses/new': page(() => import('./staff/new-business.tsx')),
  'businesses/:id': page(() => import('./staff/business.tsx')),
  articles: page(() => import('./staff/articles.tsx')),
  'articles/:id': page(() => import('./staff/article.tsx')),
  events: page(() => import('./staff/events.tsx')),
  'events/import': page(() => import('./staff/event-import.tsx')),
  'events/:id': page(() => import('./staff/event.tsx')),
  people: page(() => import('./staff/people.tsx')),
  'people/:id': page(() => import('./staff/person.tsx')),
  imports: page(() => import('./staff/imports.tsx')),
  'imports/:id': page(() => import('./staff/import.tsx')),
  searches: page(() => import('./staff/searches.tsx')),
  settings: page(() => import('./staff/settings.tsx')),
  categories: page(() => import('./staff/categories.tsx')),
  properties: page(() => import('./staff/properties.tsx')),
  'mail-texts': page(() => import('./staff/mail-texts.tsx')),
  'mail-texts/:id': page(() => import('./staff/mail-text.tsx')),
  'failed-mails': page(() => import('./staff/failed-mails.tsx')),
  notices: page(() => import('./staff/notices.tsx')),
  'notices/:id': page(() => import('./staff/notice.tsx')),
  ads: page(() => import('./staff/ads.tsx')),
  'ads/:id': page(() => import('./staff/ad.tsx')),
  newsletter: page(() => import('./staff/newsletter.tsx')),
  'newsletter/subscribers': page(() => import('./staff/newsletter-subscribers.tsx')),
  'newsletter/settings': page(() => import('./staff/newsletter-settings.tsx')),
  'newsletter/:id': page(() => import('./staff/newsletter-issue.tsx')),
  billing: page(() => import('./staff/billing.tsx')),
  'billing/:id': page(() => import('./staff/payer.tsx')),
  prices: page(() => import('./staff/prices.tsx')),
  audit: page(() => import('./staff/audit.tsx')),
  security: page(() => import('./staff/security.tsx')),
};

const missingQuery = {
  queryKey: ['no such page'],
  queryFn: () => Promise.reject(new ApiError(404, 'Not Found', '')),
};

/** The first entry that matches the part of the address after /staff. */
function findStaffPage(below: string | undefined) {
  for (const path of Object.keys(staffPages) as StaffPagePath[]) {
    const params = matchPath(`/${path}`, `/${below ?? ''}`);
    if (params) return { path, Element: parts[path], needs: staffPages[path], params };
  }
  return null;
}

/** A path that is not in the table is a 404 for staff too. */
export function queries({ params }: PageArgs): PageQuery[] {
  return findStaffPage(params['*']) ? [countsQuery] : [countsQuery, missingQuery];
}

function StaffPage({ links }: { links: readonly StaffPageLink[] }) {
  const { '*': below = '' } = usePageParams();
  const found = findStaffPage(below);
  const may = useMay(found?.needs ?? 'any');
  if (found === null) return <NotFound />;
  const { path, Element, params, needs } = found;
  if (!may) {
    const first = links[0]?.to;
    if (path === '' && first !== undefined) return <Navigate to={first} replace />;
    return (
      <>
        <StaffHeading title="Not your part" />
        <p className="text-16">{whyNotAllowed(needs)}</p>
      </>
    );
  }
  return (
    <PageParamsProvider value={params}>
      <Element key={path} />
    </PageParamsProvider>
  );
}

function linksOf(counts: Counts): StaffPageLink[] {
  const { changes, corrections, reports, messages, orders, suggestions } = counts;
  return [
    { to: '/staff', label: 'Queue', waiting: Object.values(counts).reduce((sum, count) => sum + count, 0) },
    { to: '/staff/week', label: 'This week' },
    { to: '/staff/changes', label: 'Changes', waiting: changes + corrections },
    { to: '/staff/messages', label: 'Messages', waiting: reports + messages },
    { to: '/staff/orders', label: 'Orders', waiting: orders },
    { to: '/staff/businesses', label: 'Businesses' },
    { to: '/staff/events', label: 'Events', waiting: suggestions },
    { to: '/staff/articles', label: 'News' },
    { to: '/staff/newsletter', label: 'Newsletter' },
    { to: '/staff/billing', label: 'Billing' },
    { to: '/staff/find', label: 'Find' },
    { to: '/staff/people', label: 'People' },
    { to: '/staff/settings', label: 'Settings' },
    { to: '/staff/notices', label: 'Notices' },
    { to: '/staff/ads', label: 'Ads' },
    { to: '/staff/searches', label: 'Searches' },
    { to: '/staff/imports', label: 'Imports' },
    { to: '/staff/audit', label: 'Audit log' },
    { to: '/staff/security', label: 'Security log' },
  ];
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
  const { user } = useCurrentUser({ ask: !isHidden });
  const isCodeGiven = user?.secondFactor === 'given';
  useEffect(() => {
    if (isCodeMissing && isCodeGiven) void refetch();
  }, [isCodeMissing, isCodeGiven, refetch]);

  const isIn = counts !== undefined && hydrated;
  const userId = user?.id;
  useEffect(() => {
    if (isIn && userId !== undefined) keepUndos(client, userId);
  }, [client, isIn, userId]);

  if (isHidden) return <NotFound />;
  if (counts === undefined || user === null || !hydrated) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) return <Navigate to={logInPath(pathname + search)} replace />;
    if (isCodeMissing) {
      return <SecondFactorGate />;
    }
    if (error instanceof ApiError && error.problem?.code === 'second_factor_demanded') {
      return <Navigate to="/account" replace />;
    }
    if (status === 403) return <NotFound />;
    if (error) return <LoadFailed message="We could not open the staff area." onRetry={() => void refetch()} />;
    return <Spinner />;
  }
  const rights = staffRights.filter((right) => user.rights?.includes(right));
  const links = linksOf(counts).filter(({ to }) => hasRight(rights, rightsOfPage(to) ?? 'any'));
  return (
    <StaffRightsContext value={rights}>
      <DraftOwner value={user.id}>
        <StaffFrame links={links}>
          <SiteWarnings />
          <Suspense fallback={<Spinner />}>
            <StaffPage links={links} />
          </Suspense>
        </StaffFrame>
      </DraftOwner>
    </StaffRightsContext>
  );
}
