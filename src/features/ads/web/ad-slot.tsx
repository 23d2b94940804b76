import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { type Ad, listAds } from '../contract.ts';

export const adsQuery = endpointQuery(listAds, {});

const contact = { label: 'Contact us', url: '/contact', imageUrl: null };
const house = {
  banner: { ...contact, title: 'Your shop could be here', text: 'Neighbors look here first. Ask us about this space.' },
  sidebar: { ...contact, title: 'A place for your name', text: 'Small ads stand here. Ask us what they cost.' },
};

/** The ads of a slot; an empty one invites to /contact (decisions 1). */
function useAds(slot: Ad['slot']) {
  const { data } = useQuery(adsQuery);
  const ads = data?.filter((ad) => ad.slot === slot) ?? [];
  return ads.length > 0 ? ads : [{ ...house[slot], id: `house-${slot}` }];
}

export function BannerAd() {
  const [ad] = useAds('banner');
  if (ad === undefined) return null;
  return (
    <aside
      aria-label={`Advertisement: ${ad.title}`}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-gold-line bg-gold-ground px-5 py-4"
    >
      <div className="min-w-56 flex-1">
        <p className="font-display text-18 font-semibold">{ad.title}</p>
        <p className="text-16">{ad.text}</p>
      </div>
      <ButtonLink to={ad.url} look="secondary">
        {ad.label}
      </ButtonLink>
      <AdNote />
    </aside>
  );
}

export function SidebarAds() {
  const ads = useAds('sidebar');
  return ads.map((ad) => (
    <aside
      key={ad.id}
      aria-label={`Advertisement: ${ad.title}`}
      className="overflow-hidden rounded-card border border-line bg-card shadow-card"
    >
      {ad.imageUrl ? (
        <Picture
          src={ad.imageUrl}
          alt=""
          sizes="(min-width: 64rem) 340px, 100vw"
          className="aspect-[2/1] w-full object-cover"
        />
      ) : null}
      <div className="p-5">
        <p className="font-display text-18 font-semibold">{ad.title}</p>
        <p className="mt-1 text-16 text-ink-soft">{ad.text}</p>
        <div className="mt-4 flex items-center justify-between gap-3">
          <ButtonLink to={ad.url} look="secondary">
            {ad.label}
          </ButtonLink>
          <AdNote />
        </div>
      </div>
    </aside>
  ));
}

function AdNote() {
  return <span className="text-14 text-ink-soft">Ad</span>;
}
