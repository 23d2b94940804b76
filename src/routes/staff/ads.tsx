import { useQuery } from '@tanstack/react-query';
import { clickRate, countText } from '#features/ads/ad-state.ts';
import { type AdState, listStaffAds, type StaffAd } from '#features/ads/staff-contract.ts';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { RowLink, StaffHeading, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

const tints: Record<AdState, Tint> = { running: 'green', planned: 'blue', paused: 'orange', ended: 'gray' };

export function AdBadge({ state }: { state: AdState }) {
  return <Badge tint={tints[state]}>{`${state[0]?.toUpperCase()}${state.slice(1)}`}</Badge>;
}

/** 'Since Jul 4', 'Until Jul 9', 'Jul 4 to Jul 9' */
export function period({ startsOn, endsOn }: Pick<StaffAd, 'startsOn' | 'endsOn'>): string {
  if (startsOn === null && endsOn === null) return 'No end';
  if (endsOn === null) return `From ${startsOn}`;
  return startsOn === null ? `Until ${endsOn}` : `${startsOn} to ${endsOn}`;
}

export function Page() {
  const { data, isError, refetch } = useQuery(endpointQuery(listStaffAds, {}));
  const list = { rows: data, isError, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {}, refetch };
  return (
    <>
      <StaffHeading title="Ads">
        <ButtonLink to="/staff/ads/new">Place an ad</ButtonLink>
      </StaffHeading>
      <p className="mb-4 max-w-[66ch] text-16 text-ink-soft">
        On the home page. A view counts when half of the ad was on screen for a second; robots, staff and the same
        visitor within half an hour are left out. An empty place invites visitors to write to you.
      </p>
      <StaffList list={list} what="ads" empty="No ads yet. The home page shows its own invitation.">
        {(ad) => (
          <StaffRow>
            <span className="min-w-0 lg:flex-[3]">
              <RowLink to={`/staff/ads/${ad.id}`}>{ad.title}</RowLink>
              <span className="block text-14 text-ink-soft">{ad.slot === 'banner' ? 'Banner' : 'Sidebar'}</span>
            </span>
            <span className="numbers text-ink-soft lg:flex-[2]">{period(ad)}</span>
            <span className="numbers lg:flex-[3]">
              {countText(ad.views, 'view')}, {countText(ad.clicks, 'click')}
              {clickRate(ad) ? `, ${clickRate(ad)}` : ''}
            </span>
            <span className="lg:w-24 lg:text-right">
              <AdBadge state={ad.state} />
            </span>
          </StaffRow>
        )}
      </StaffList>
    </>
  );
}
