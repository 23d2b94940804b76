import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { premiumPrices } from '#features/billing/plans.ts';
import { formatDollars } from '#shared/money.ts';
import { isNotFound, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { startUpgrade } from '../contract.ts';

const benefits = [
  'Priority placement in search results',
  'A place among the featured businesses on the home page',
  'An enhanced profile with logo and photos',
  'The premium badge on all of your listings',
];

const failed = 'Failed to create checkout session';

/** Specification 2: what premium costs and brings; its buttons lead to the payment page. */
export function UpgradeBanner() {
  const client = useQueryClient();
  const upgrade = useMutation({
    mutationFn: (interval: 'monthly' | 'yearly') => callApi(client, startUpgrade, { body: { interval } }),
    onSuccess: ({ answer }) => location.assign(answer.url),
    onError: (error) => {
      // A site that takes no payments does not know the call; its words for that are meant for programs.
      const text = isNotFound(error) ? failed : problemMessage(error, failed);
      showToast({ title: 'Upgrade failed', text, destructive: true });
    },
  });
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
            {formatDollars(premiumPrices.monthlyCents)}/month or {formatDollars(premiumPrices.yearlyCents)}/year{' '}
            <span className="font-semibold text-gold">(save {formatDollars(premiumPrices.yearlySavingCents)})</span>
          </p>
          <ul className="mt-4 grid gap-x-6 gap-y-2 text-16 sm:grid-cols-2">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex gap-2">
                <Check aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-gold" />
                {benefit}
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-6 flex flex-wrap gap-3 lg:mt-0 lg:w-52 lg:flex-col">
          <Button size="large" disabled={upgrade.isPending} onClick={() => upgrade.mutate('monthly')}>
            {upgrade.isPending ? 'Processing...' : 'Upgrade Monthly'}
          </Button>
          <Button size="large" look="secondary" disabled={upgrade.isPending} onClick={() => upgrade.mutate('yearly')}>
            {upgrade.isPending ? 'Processing...' : 'Upgrade Yearly'}
          </Button>
        </div>
      </div>
    </section>
  );
}
