import { Check } from 'lucide-react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { premiumPrices } from '#features/billing/plans.ts';
import { premiumFeatures, priceStory } from '#features/billing/price-story.ts';
import { Saving } from '#features/billing/web/saving.tsx';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { formatDollars } from '#shared/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container, Section } from '#web/ui/layout.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';

const steps = (claimCents: number) => [
  { title: 'Create Account', text: 'A name, an email address and a password. It takes a minute.' },
  {
    title: 'Claim or Add Business',
    text: 'Find your shop in the directory and claim it, or add it. We check that it is in the area.',
  },
  {
    title: 'Choose Plan & Go Live',
    text: `A listing that you add is free. ${claimCents === 0 ? 'So is a claim' : 'A claim is paid by the month'}, once we have approved it. Go premium when you like, or never.`,
  },
];

const questions = [
  {
    question: 'Can I cancel any time?',
    answer: 'Yes. Subscriptions can be cancelled any time and stay active to the end of the billing period.',
  },
  {
    question: 'Can I change my plan?',
    answer: 'Yes. Plans can be changed from the dashboard and take effect next billing cycle.',
  },
  {
    question: 'How do I pay?',
    answer: 'By major credit cards, through a card payment provider. We never see your card number.',
  },
];

/** The target and label of the buttons, for visitors and for signed-in users. */
function useStart(): { to: string; label: string } {
  const { user } = useCurrentUser();
  return user ? { to: '/dashboard', label: 'Go to Dashboard' } : { to: '/signup', label: 'Get Started' };
}

function PlanCard() {
  const start = useStart();
  const { monthlyCents, yearlyCents, yearlySavingCents } = premiumPrices(useCity().prices);
  return (
    <section
      aria-labelledby="plan"
      className="h-fit rounded-card border-2 border-gold-line bg-card p-6 shadow-lift sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <h2 id="plan" className="text-26 lg:text-34">
        Premium Business Listing
      </h2>
      <p className="numbers mt-4 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-46 font-semibold">{formatDollars(monthlyCents)}</span>
        <span className="text-18 text-ink-soft">/month</span>
      </p>
      <p className="numbers mt-1">
        or {formatDollars(yearlyCents)}/year <Saving cents={yearlySavingCents} />
      </p>
      <ul className="mt-6 grid gap-3">
        {premiumFeatures.map(({ name, text }) => (
          <li key={name} className="flex gap-3">
            <Check aria-hidden="true" size={22} className="mt-0.5 shrink-0 text-accent" />
            <span>
              {name}
              <span className="block text-16 text-ink-soft">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <ButtonLink to={start.to} size="large" className="mt-8 w-full">
        {start.label}
      </ButtonLink>
      <p className="mt-3 text-16 text-ink-soft">
        First you add or claim a listing. You get Premium from your dashboard once it is approved; nothing is paid
        before.
      </p>
    </section>
  );
}

function PriceList() {
  const { prices } = useCity();
  return (
    <section aria-labelledby="prices">
      <h2 id="prices" className="text-26 lg:text-34">
        What it costs
      </h2>
      <p className="mt-2 max-w-[66ch]">
        A business that is not here yet is listed for free. Taking over a listing that is here already{' '}
        {prices.claim === 0
          ? 'is free, too, once we have checked who asks.'
          : 'costs a little, because we check who asks.'}{' '}
        Premium is for those who want to stand out.
      </p>
      <dl className="mt-6 grid border-t border-line">
        {priceStory(prices).map(({ name, price, text, note }) => (
          <div key={name} className="grid gap-x-8 gap-y-1 border-b border-line py-4 md:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="font-display text-21 font-semibold md:row-span-2">{name}</dt>
            <dd className="numbers text-18 font-semibold">{price}</dd>
            <dd className="max-w-[66ch] md:col-start-2">
              {text} <span className="text-ink-soft">{note}</span>
              {name === 'Done for you' ? (
                <span className="mt-1 flex flex-wrap gap-x-5">
                  <a href="/checkout?plan=standard" className="inline-flex min-h-11 items-center">
                    Order Standard
                  </a>
                  <a href="/checkout?plan=premium" className="inline-flex min-h-11 items-center">
                    Order Premium
                  </a>
                </span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Page() {
  const city = useCity();
  const start = useStart();
  return (
    <>
      <PageHead
        title="Get Listed"
        description={`Put your business in front of ${city.name}: add it for free, claim it, or go premium at ${formatDollars(city.prices.premiumMonth)} a month.`}
      />
      <BreadcrumbJsonLd trail={[{ name: 'Get Listed', path: '/get-listed' }]} />
      <PageHero
        title="Get Listed"
        text={`Be found by the neighbors who look for you first in ${city.name}.`}
        picture={city.pagePictures['get-listed']}
      />
      <Container className="grid gap-10 py-10 lg:grid-cols-[1fr_26rem] lg:gap-16 lg:py-16">
        <section aria-labelledby="how">
          <h2 id="how" className="text-26 lg:text-34">
            How It Works
          </h2>
          <ol className="mt-6 grid gap-6">
            {steps(city.prices.claim).map(({ title, text }, place) => (
              <li key={title} className="flex gap-5">
                <span
                  aria-hidden="true"
                  className="numbers grid size-12 shrink-0 place-items-center rounded-full bg-action font-display text-21 font-semibold text-on-action"
                >
                  {place + 1}
                </span>
                <div>
                  <h3 className="text-21">{title}</h3>
                  <p className="mt-1 max-w-[50ch]">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
        <PlanCard />
        <PriceList />
      </Container>
      <div className="border-y border-line bg-ground-deep">
        <Section labelledBy="faq">
          <h2 id="faq" className="text-26 lg:text-34">
            Frequently Asked Questions
          </h2>
          <dl className="mt-6 grid gap-6 md:grid-cols-3">
            {questions.map(({ question, answer }) => (
              <div key={question}>
                <dt className="font-display text-21 font-semibold">{question}</dt>
                <dd className="mt-2">{answer}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <Section labelledBy="start" className="text-center">
        <h2 id="start" className="text-26 lg:text-34">
          Ready to be found?
        </h2>
        <p className="mx-auto mt-2 max-w-lg">Add a business for free today, and decide about premium later.</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <ButtonLink to={start.to} size="large">
            {start.label}
          </ButtonLink>
          <ButtonLink to="/contact" size="large" look="secondary">
            Contact Us
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
