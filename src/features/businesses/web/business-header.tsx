import { clsx } from 'clsx';
import { BadgeCheck, MapPin, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { categoryColor } from '#features/categories/category-color.ts';
import { CategoryBand } from '#features/categories/web/category-band.tsx';
import { Link } from '#web/router/link.tsx';
import { Badge, PremiumBadge } from '#web/ui/badge.tsx';
import { ShopFront } from '#web/ui/shop-front.tsx';
import type { Business } from '../contract.ts';
import type { OpenState } from '../opening-hours.ts';
import { BusinessCover } from './business-cover.tsx';
import { BusinessLogo } from './business-logo.tsx';
import { OpenStatus } from './open-status.tsx';

/** A name of more letters is set smaller. */
const longName = 40;

interface BusinessHeaderProps {
  business: Business;
  /** '{city}, {region}', for a business without an address. */
  town: string;
  state: OpenState | null;
  breadcrumbs: ReactNode;
}

/** Name, category, place and hours, visible on a phone without scrolling. */
export function BusinessHeader({ business, town, state, breadcrumbs }: BusinessHeaderProps) {
  const { name, category, categoryName, address } = business;
  // A picture across the page is a part of premium.
  const cover = business.isPremium ? (business.imageUrl ?? business.photos[0]?.url ?? null) : null;
  return (
    <CategoryBand slug={category} tint={categoryColor(category)}>
      {breadcrumbs}
      {cover === null ? null : <BusinessCover src={cover} />}
      <div
        data-counts={`/api/businesses/${business.id}/counts`}
        className="listing-head mt-2 items-start gap-12 lg:mt-4 lg:flex"
      >
        <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-5 gap-y-3 sm:flex-nowrap lg:gap-x-8">
          <BusinessLogo business={business} size="page" isEarly />
          <div className="min-w-0 flex-[1_1_12rem]">
            <h1
              className={clsx(
                '[overflow-wrap:anywhere]',
                name.length > longName ? 'text-26 lg:text-34' : 'text-34 lg:text-46',
              )}
            >
              {name}
            </h1>
            <div className="flex flex-wrap items-center gap-x-4">
              <Link to={`/category/${category}`} className="inline-flex min-h-11 items-center text-18">
                {categoryName}
              </Link>
              <Badges business={business} />
            </div>
            <p className="flex items-start gap-2">
              <MapPin aria-hidden="true" size={18} className="mt-1 shrink-0" />
              <span className="text-balance">{address ?? town}</span>
            </p>
            {business.hours ? <OpenStatus state={state} /> : null}
          </div>
        </div>
        {cover === null ? (
          // A photo stands in the logo's place and under Photos already.
          <div className="hidden w-[23rem] shrink-0 overflow-hidden rounded-card border border-line bg-card shadow-lift lg:block">
            <ShopFront category={category} className="block aspect-[8/5] w-full" />
          </div>
        ) : null}
      </div>
    </CategoryBand>
  );
}

/** Below the name, because nobody comes for them. The first one leads to what it means. */
function Badges({ business: { verified, isPremium, featured } }: { business: Business }) {
  return (
    <p className="head-badges">
      {verified ? (
        <a href="#verified">
          <Badge tint="green">
            <span className="flex items-center gap-1">
              <BadgeCheck aria-hidden="true" size={16} />
              Verified
            </span>
          </Badge>
        </a>
      ) : null}
      {isPremium ? <PremiumBadge>Premium</PremiumBadge> : null}
      {featured ? (
        <PremiumBadge>
          <span className="flex items-center gap-1">
            <Star aria-hidden="true" size={15} />
            Featured
          </span>
        </PremiumBadge>
      ) : null}
    </p>
  );
}
