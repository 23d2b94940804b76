import { premiumPrices } from '#features/billing/plans.ts';
import { priceStory } from '#features/billing/price-story.ts';
import { Saving } from '#features/billing/web/saving.tsx';
import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import { Card } from '#web/ui/layout.tsx';

/** Shows the texts with these amounts, and names their places. */
export function PricePreview({ prices }: { prices: Prices }) {
  const { monthlyCents, yearlyCents, yearlySavingCents } = premiumPrices(prices);
  return (
    <Card className="h-fit p-5 sm:p-8">
      <section aria-labelledby="preview">
        <h2 id="preview" className="text-21">
          How it reads
        </h2>
        <p className="mt-1 text-16 text-ink-soft">
          On <a href="/get-listed">Get Listed</a>, with each <a href="/claim-business">claim</a>, on the dashboard, the{' '}
          <a href="/checkout">checkout</a> and Stripe’s pages, in mails and on invoices.
        </p>
        <p className="numbers mt-4 text-18">
          <strong>{formatDollars(monthlyCents)}</strong>/month or {formatDollars(yearlyCents)}/year{' '}
          <Saving cents={yearlySavingCents} />
        </p>
        <dl className="mt-4 grid gap-3 text-16">
          {priceStory(prices).map(({ name, price, note }) => (
            <div key={name}>
              <dt className="font-semibold">
                {name}: <span className="numbers">{price}</span>
              </dt>
              <dd className="text-ink-soft">{note}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  );
}
