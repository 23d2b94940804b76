import { CategoryBadge } from '#features/categories/web/category-badge.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PremiumBadge } from '#web/ui/badge.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { BusinessLogo } from './business-logo.tsx';
import type { CardFacts } from './card-facts.ts';

/**
 * A business in a list. The name's link covers the whole card, so that a screen reader hears the name and not the card's
 * whole text.
 */
export function BusinessCard({ business, priority }: { business: CardFacts; priority?: boolean }) {
  const city = useCity();
  return (
    <article className={`business-card linked-card${business.isPremium ? ' is-premium' : ''}`}>
      <div className="card-head">
        <BusinessLogo business={business} priority={priority ?? false} />
        <div className="card-title">
          <h3 className="card-name">
            <SiteLink to={`/business/${business.slug}`} className="card-link">
              {business.name}
            </SiteLink>
          </h3>
          <p className="card-badges">
            <CategoryBadge slug={business.category} name={business.categoryName} />
            {business.isPremium ? <PremiumBadge>Premium</PremiumBadge> : null}
          </p>
        </div>
      </div>
      {business.description ? <p className="card-text">{business.description}</p> : null}
      <p className="card-place">{business.address ?? `${city.name}, ${city.region}`}</p>
    </article>
  );
}
