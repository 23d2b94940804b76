import type { ClaimPlan } from '#features/billing/catalogue.ts';
import { claimStory, premiumBenefits } from '#features/billing/price-story.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { Prices } from '#shared/prices.ts';

function tellClaim(plan: ClaimPlan, prices: Prices) {
  const { name, price, text, note } = claimStory(prices)[plan];
  const more =
    plan === 'standard' ? note : `Premium adds: ${premiumBenefits.map(({ name }) => name.toLowerCase()).join(', ')}.`;
  return { title: `${name}, ${price}`, text: `${text} ${more}` };
}

const paidSteps = [
  'Choose a plan and give your card. Nothing is charged yet: the free days on the payment page are our time to check.',
  'We check that the business is yours, within 24 hours.',
  'Approved: the listing is yours, and the first month is charged.',
  'Not approved: you pay nothing.',
];
const freeSteps = [
  'Claim the listing, and tell us how we can see that it is yours. No card is needed.',
  'We check it within 24 hours.',
  'Approved: the listing is yours.',
  'With Claim Premium you give a card; it is charged once we approve.',
];

/** The steps of a claim and its prices, beside the listings. */
export function HowItWorks({ plans }: { plans: readonly ClaimPlan[] }) {
  const { prices } = useCity();
  return (
    <aside
      aria-labelledby="how"
      className="h-fit rounded-card border border-line bg-card p-5 text-16 shadow-card sm:p-6"
    >
      <h2 id="how" className="text-21">
        How it works
      </h2>
      <ol className="mt-3 grid list-decimal gap-2 pl-5">
        {(prices.claim === 0 ? freeSteps : paidSteps).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <dl className="mt-4 grid gap-3 border-line border-t pt-4">
        {plans.map((plan) => {
          const { title, text } = tellClaim(plan, prices);
          return (
            <div key={plan}>
              <dt className="font-semibold">{title}</dt>
              <dd className="mt-0.5">{text}</dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-2">
        Quickest: sign up with an email at the business's own domain and confirm it. Then your claim is approved at once
        {prices.claim === 0 ? '' : ', and the payment page charges the first month'}.
      </p>
      <p className="mt-2 text-ink-soft">Cancel any time; a paid plan then runs to the end of the month you paid for.</p>
    </aside>
  );
}
