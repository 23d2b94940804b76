import { clsx } from 'clsx';
import { CategoryBadge } from '#features/categories/web/category-badge.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PremiumBadge } from '#web/ui/badge.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { BusinessSummary } from '../contract.ts';
import { BusinessLogo } from './business-logo.tsx';

/** Lucide's map pin as it stands on the page: drawn by Lucide's own component it took a twelfth of a page of results. */
const pin = (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className="mt-1 size-4 shrink-0 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
  >
    <path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0" />
    <circle cx="12" cy="10" r="3" />
  </svg>
);

/**
 * A business in a list. The name's link covers the whole card, so that a screen reader hears the name and not the card's
 * whole text.
 */
export function BusinessCard({ business, priority }: { business: BusinessSummary; priority?: boolean }) {
  const city = useCity();
  return (
    <article
      className={clsx(
        'business-card relative flex h-full flex-col rounded-card border bg-card p-5 shadow-card',
        business.isPremium ? 'border-gold-line' : 'border-line',
      )}
    >
      <div className="flex flex-wrap gap-4">
        <BusinessLogo business={business} priority={priority ?? false} />
        <div className="min-w-[min(100%,8rem)] flex-1">
          <h3 className="line-clamp-3 text-21 break-words">
            <SiteLink to={`/business/${business.slug}`} className="card-link text-ink no-underline">
              {business.name}
            </SiteLink>
          </h3>
          <p className="mt-2 flex flex-wrap gap-2">
            <CategoryBadge slug={business.category} name={business.categoryName} />
            {business.isPremium ? <PremiumBadge>Premium</PremiumBadge> : null}
          </p>
        </div>
      </div>
      {business.description ? (
        <p className="mt-4 line-clamp-2 text-16 break-words text-ink-soft">{business.description}</p>
      ) : null}
      <p className="mt-auto flex items-start gap-1.5 pt-4 text-16 text-ink-soft">
        {pin}
        <span className="line-clamp-1 break-words">{business.address ?? `${city.name}, ${city.region}`}</span>
      </p>
    </article>
  );
}
