import { CategoryBadge } from '#features/categories/web/category-badge.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PremiumBadge } from '#web/ui/badge.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { phoneLink } from '../phone-link.ts';
import { BusinessLogo } from './business-logo.tsx';
import type { CardFacts } from './card-facts.ts';
import { CardOpen } from './card-open.tsx';
import { SaveHeart } from './save-later.tsx';

/** 0.34 gives '0.3 mi', 12.2 gives '12 mi'. */
const distanceText = (miles: number) => `${miles < 10 ? Math.max(miles, 0.1).toFixed(1) : Math.round(miles)} mi`;

/**
 * A business in a list. The name's link covers the whole card, so that a screen reader reads out the name and not all the text of the
 * card; the telephone number lies above it.
 */
export function BusinessCard({ business, isEarly }: { business: CardFacts; isEarly?: boolean }) {
  const city = useCity();
  const { name, phone, distanceMiles } = business;
  const call = phone === undefined ? null : phoneLink(phone);
  return (
    <article className={`business-card linked-card${business.isPremium ? ' is-premium' : ''}`}>
      <div className="card-head">
        <BusinessLogo business={business} isEarly={isEarly ?? false} />
        <div className="card-title">
          <h3 className="card-name">
            <SiteLink to={`/business/${business.slug}`} className="card-link">
              {name}
            </SiteLink>
          </h3>
          <p className="card-badges">
            <CategoryBadge slug={business.category} name={business.categoryName} />
            {business.isPremium ? <PremiumBadge>Premium</PremiumBadge> : null}
          </p>
        </div>
      </div>
      <SaveHeart slug={business.slug} name={name} />
      {business.description ? <p className="card-text">{business.description}</p> : null}
      <div className="card-foot">
        <div className="card-facts">
          <CardOpen business={business} />
          <p className="card-place">
            {distanceMiles === undefined ? null : <strong>{distanceText(distanceMiles)} · </strong>}
            {business.address ?? `${city.name}, ${city.region}`}
          </p>
        </div>
        {call === null ? null : (
          <a
            href={call}
            data-count="phone"
            data-count-at={`/api/businesses/${business.id}/counts`}
            className="card-call"
            aria-label={`Call ${phone}`}
          >
            <span>{phone}</span>
          </a>
        )}
      </div>
    </article>
  );
}
