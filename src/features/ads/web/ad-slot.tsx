import { useQuery } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { type Ad, listAds } from '../contract.ts';
import { BannerAdView, type ShownAd, SidebarAdView } from './ad-view.tsx';

export const adsQuery = endpointQuery(listAds, {});

const contact = { label: 'Contact us', imageUrl: null, imageAlt: '' };
const house = {
  banner: { ...contact, title: 'Your shop could be here', text: 'Neighbors look here first. Ask us about this space.' },
  sidebar: { ...contact, title: 'A place for your name', text: 'Small ads stand here. Ask us what they cost.' },
};

/** The ads of a slot. An empty slot invites to /contact, or to the address where the town sells its ads. */
function useAds(slot: Ad['slot']): ShownAd[] {
  const { adsContact } = useCity();
  const { data } = useQuery(adsQuery);
  const ads = data?.filter((ad) => ad.slot === slot) ?? [];
  if (ads.length === 0) return [{ ...house[slot], id: slot, url: adsContact }];
  return ads.map((ad) => ({ ...ad, counts: `/api/ads/${ad.id}/counts` }));
}

export function BannerAd() {
  const [ad] = useAds('banner');
  return ad ? <BannerAdView ad={ad} /> : null;
}

export function SidebarAds() {
  return useAds('sidebar').map((ad) => <SidebarAdView key={ad.id} ad={ad} />);
}
