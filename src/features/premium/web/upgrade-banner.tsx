import { Check } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { premiumPrices } from '#features/billing/plans.ts';
import { premiumBenefits } from '#features/billing/price-story.ts';
import { Saving } from '#features/billing/web/saving.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDollars } from '#shared/money.ts';
import { Button } from '#web/ui/button.tsx';
import { partToCome } from '#web/ui/settle-together.tsx';
import type { Billing } from '../contract.ts';
import { useUpgrade } from './use-stripe-page.ts';

const OneListingNote = lazy(() => import('./one-listing-note.tsx').catch(() => ({ default: () => null })));
const ClaimPremiumNote = lazy(() => import('./claim-premium-note.tsx').catch(() => ({ default: () => null })));

interface UpgradeBannerProps {
  billing: Billing | undefined;
  /** The person owns one listing, no more. */
  isOneListing: boolean;
}

/** Prices and benefits of premium; its buttons lead to the payment page. */
export function UpgradeBanner({ billing, isOneListing }: UpgradeBannerProps) {
  const { go, isPending } = useUpgrade();
  const { prices } = useCity();
  const { monthlyCents, yearlyCents, yearlySavingCents } = premiumPrices(prices);
  return (
    <section
      aria-labelledby="upgrade"
      className="rounded-card border-2 border-gold-line bg-gold-ground p-6 shadow-card sm:p-8"
    >
      <div className="items-center gap-10 lg:flex">
        <div className="flex-1">
          <h2 id="upgrade" className="text-26">
            Upgrade to Premium
          </h2>
          <p className="numbers mt-1">
            {formatDollars(monthlyCents)}/month or {formatDollars(yearlyCents)}/year{' '}
            <Saving cents={yearlySavingCents} />
          </p>
          <p className="mt-2 text-16">For all listings of your account, also those that you add later.</p>
          {billing?.plans.some(({ kind }) => kind === 'claim_premium') ? (
            <Suspense fallback={partToCome}>
              <ClaimPremiumNote {...billing} />
            </Suspense>
          ) : null}
          {isOneListing && billing?.plans.some(({ kind }) => kind === 'claim_standard') ? (
            <Suspense fallback={partToCome}>
              <OneListingNote {...billing} />
            </Suspense>
          ) : null}
          <ul className="mt-4 grid gap-x-6 gap-y-2 text-16 sm:grid-cols-2">
            {premiumBenefits.map(({ name, text }) => (
              <li key={name} className="flex gap-2">
                <Check aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-gold" />
                <span>
                  <strong>{name}.</strong> {text}
                </span>
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-6 flex flex-wrap gap-3 lg:mt-0 lg:w-52 lg:flex-col">
          <Button size="large" disabled={isPending} onClick={() => go('monthly')}>
            {isPending ? 'Processing...' : 'Upgrade Monthly'}
          </Button>
          <Button size="large" look="secondary" disabled={isPending} onClick={() => go('yearly')}>
            {isPending ? 'Processing...' : 'Upgrade Yearly'}
          </Button>
        </div>
      </div>
    </section>
  );
}
