import { ExternalLink, Mail, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type ClaimPlan, claimPlans } from '#features/billing/catalogue.ts';
import type { BusinessSummary } from '#features/businesses/contract.ts';
import { formatPhone } from '#features/businesses/format-phone.ts';
import { BusinessLogo } from '#features/businesses/web/business-logo.tsx';
import { CategoryBadge } from '#features/categories/web/category-badge.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import { cutText } from '#shared/whole-letters.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { claimLabel, claimPriceCents } from '../plans.ts';

/** The card shows this much of a description. */
const descriptionLength = 150;

interface ClaimableCardProps {
  business: BusinessSummary;
  isPending: boolean;
  /** The plans on offer: who has Premium already needs the claim alone. */
  plans?: readonly ClaimPlan[];
  onClaim: (plan: ClaimPlan) => void;
  /** Stands in the place of the buttons. */
  children?: ReactNode;
}

export function ClaimableCard({ business, isPending, plans = claimPlans, onClaim, children }: ClaimableCardProps) {
  const city = useCity();
  const titleId = useId();
  const { name, category, categoryName, description, address, phone, email, website } = business;
  return (
    <Card className="p-5 sm:p-6">
      <article aria-labelledby={titleId} className="gap-8 md:flex">
        <div className="flex min-w-0 flex-1 gap-4">
          <BusinessLogo business={business} />
          <div className="min-w-0 flex-1">
            <h3 id={titleId} className="text-21 [overflow-wrap:anywhere]">
              {name}
            </h3>
            <p className="mt-1.5">
              <CategoryBadge slug={category} name={categoryName} />
            </p>
            {description ? (
              <p className="mt-3 text-16 [overflow-wrap:anywhere]">{cutText(description, descriptionLength)}</p>
            ) : null}
            <ul className="mt-3 grid text-16 [overflow-wrap:anywhere]">
              <li className="flex min-h-8 items-start gap-2">
                <MapPin aria-hidden="true" size={17} className="mt-1 shrink-0 text-ink-soft" />
                {address ?? `${city.name}, ${city.region}`}
              </li>
              {phone ? (
                <li className="flex min-h-8 items-start gap-2">
                  <Phone aria-hidden="true" size={17} className="mt-1 shrink-0 text-ink-soft" />
                  {formatPhone(phone) ?? phone}
                </li>
              ) : null}
              {email ? (
                <li className="flex min-h-8 items-start gap-2">
                  <Mail aria-hidden="true" size={17} className="mt-1 shrink-0 text-ink-soft" />
                  <span className="min-w-0">
                    {email.slice(0, email.indexOf('@') + 1)}
                    <wbr />
                    {email.slice(email.indexOf('@') + 1)}
                  </span>
                </li>
              ) : null}
              {website ? (
                <li>
                  <a
                    href={website}
                    target="_blank"
                    rel="noopener noreferrer nofollow"
                    aria-label={`Website of ${name} (opens in a new tab)`}
                    className="inline-flex min-h-11 items-center gap-2"
                  >
                    <ExternalLink aria-hidden="true" size={17} className="shrink-0" />
                    Website
                  </a>
                </li>
              ) : null}
            </ul>
          </div>
        </div>
        {children ?? (
          <div className="mt-5 grid content-start gap-3 sm:grid-cols-2 md:mt-0 md:w-56 md:shrink-0 md:grid-cols-1">
            {plans.map((plan) => (
              <Button
                key={plan}
                look={plan === 'standard' ? 'secondary' : 'primary'}
                disabled={isPending}
                aria-describedby={titleId}
                onClick={() => onClaim(plan)}
              >
                {buttonText(plan, city.prices)}
              </Button>
            ))}
          </div>
        )}
      </article>
    </Card>
  );
}

function buttonText(plan: ClaimPlan, prices: Prices): string {
  const cents = claimPriceCents(prices, plan);
  return `${claimLabel(plan)} - ${cents === 0 ? 'free' : `${formatDollars(cents)}/mo`}`;
}
