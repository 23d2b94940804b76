import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Container } from '#web/ui/layout.tsx';
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

/**
 * The town's own invitation to advertise, whether it stands for an empty slot or staff wrote it. A shop's ad may lead to its listing
 * here, so the place decides, not the site.
 */
const isInvitation = ({ url }: ShownAd, adsContact: string) =>
  url === adsContact || /^\/(contact|get-listed)\b/.test(url);

/**
 * The banner that somebody paid for stands at the top, above everything of the town. An invitation stands at the end, where it is in
 * nobody's way. Each place shows nothing when the banner is not its own.
 */
export function BannerAd({ place }: { place: 'top' | 'end' }) {
  const { adsContact } = useCity();
  const banners = useAds('banner');
  const sold = banners.find((ad) => !isInvitation(ad, adsContact));
  const ad = place === 'top' ? sold : sold ? undefined : banners[0];
  return ad ? (
    <Container className={place === 'top' ? 'pt-5 sm:pt-8' : 'later-5 pb-6 sm:pb-10'}>
      <BannerAdView ad={ad} />
    </Container>
  ) : null;
}

/** The news beside the sidebar are as tall as the calendar and this many ads. */
const maxBeside = 2;

interface SidebarAdsProps {
  /** The pictures of what stands beside the ads: none of them is shown a second time. */
  besidePictures?: readonly (string | null)[] | undefined;
}

/** A row to swipe through on a phone, one below the other from there on. Only the first has its picture. */
export function SidebarAds({ besidePictures = [] }: SidebarAdsProps) {
  const ads = useAds('sidebar');
  return (
    <ul className={clsx('grid content-start gap-4 sm:gap-6', ads.length > 1 && 'member-cards')}>
      {ads.map((ad, place) => (
        <li key={ad.id} className={clsx(place >= maxBeside && 'lg:hidden')}>
          <SidebarAdView ad={ad} isCompact={place > 0 || besidePictures.includes(ad.imageUrl)} />
        </li>
      ))}
    </ul>
  );
}

/** On a large screen: the ads for which the sidebar has no room. */
export function MoreSidebarAds() {
  const ads = useAds('sidebar').slice(maxBeside);
  if (ads.length === 0) return null;
  return (
    <ul className="col-span-full flex gap-6 max-lg:hidden">
      {ads.map((ad) => (
        <li key={ad.id} className="flex-1">
          <SidebarAdView ad={ad} isCompact />
        </li>
      ))}
    </ul>
  );
}
