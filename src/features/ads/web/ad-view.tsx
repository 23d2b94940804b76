/** One ad as visitors see it; also the preview for staff. */
import { ButtonLink } from '#web/ui/button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Ad } from '../contract.ts';

export type ShownAd = Omit<Ad, 'slot'> & {
  /** The address that counts views and clicks; the page's own invitation has none. */
  counts?: string;
};

export function BannerAdView({ ad }: { ad: ShownAd }) {
  return (
    <aside
      aria-label={`Advertisement: ${ad.title}`}
      data-counts={ad.counts}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-gold-line bg-gold-ground px-4 py-3 sm:px-5 sm:py-4"
    >
      {ad.imageUrl ? (
        <Picture
          src={ad.imageUrl}
          alt={ad.imageAlt}
          sizes="(min-width: 40rem) 176px, 100vw"
          className="dims aspect-[2/1] w-full rounded-control object-cover sm:w-44"
        />
      ) : null}
      <div className="min-w-[min(14rem,100%)] flex-1 [overflow-wrap:anywhere]">
        <p className="font-display text-18 font-semibold">{ad.title}</p>
        <p className="text-16">{ad.text}</p>
      </div>
      <AdLink ad={ad} />
      <AdNote />
    </aside>
  );
}

export function SidebarAdView({ ad, isCompact = false }: { ad: ShownAd; isCompact?: boolean }) {
  return (
    <aside
      aria-label={`Advertisement: ${ad.title}`}
      data-counts={ad.counts}
      className="h-full overflow-hidden rounded-card border border-line bg-card shadow-card"
    >
      {ad.imageUrl && !isCompact ? (
        <Picture
          src={ad.imageUrl}
          alt={ad.imageAlt}
          sizes="(min-width: 64rem) 340px, 100vw"
          className="dims aspect-[2/1] w-full object-cover max-sm:hidden"
        />
      ) : null}
      <div className="p-4 sm:p-5 [overflow-wrap:anywhere]">
        <p className="font-display text-18 font-semibold">{ad.title}</p>
        <p className="mt-1 text-16 text-ink-soft">{ad.text}</p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3 sm:mt-4">
          <AdLink ad={ad} />
          <AdNote />
        </div>
      </div>
    </aside>
  );
}

function AdLink({ ad }: { ad: ShownAd }) {
  return (
    <ButtonLink to={ad.url} look="secondary" rel="sponsored" data-count="click">
      {ad.label}
    </ButtonLink>
  );
}

function AdNote() {
  return <span className="text-14 text-ink-soft">Ad</span>;
}
