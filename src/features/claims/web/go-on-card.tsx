import { claimPlans } from '#features/billing/catalogue.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { TakenOver } from '#features/premium/contract.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, Container } from '#web/ui/layout.tsx';
import { canWaitFor } from '../claim-rules.ts';
import { claimLabel, claimPriceCents } from '../plans.ts';
import { useCheckout } from './use-checkout.ts';

interface GoOnCardProps {
  listing: TakenOver;
  /** Premium covers all listings of the person, so the claim alone is enough. */
  hasPremium: boolean;
}

/** Leads the new owner of a listing that is paid by its former owner to the payment for the time after. */
export default function GoOnCard({ listing, hasPremium }: GoOnCardProps) {
  const { businessId, business, until, plan, isPaidByOwner } = listing;
  const { timeZone, prices } = useCity();
  const { start, isPending } = useCheckout();
  const day = formatDate(until, timeZone);
  const canWait = canWaitFor(until, new Date());
  return (
    <Container className="grid max-w-3xl grid-cols-1 gap-6 py-8 lg:py-12">
      <div>
        <h1 className="text-34 [overflow-wrap:anywhere]">Go on with {business}</h1>
        <p className="mt-2 text-18">
          It is yours, and {isPaidByOwner ? 'you have' : 'its former owner has'} paid for it until {day}
          {plan === 'premium' ? ', with Premium' : ''}.{' '}
          {prices.claim === 0
            ? 'It stays yours after that day and costs nothing.'
            : 'If you do not go on, it has no owner after that day.'}
        </p>
      </div>
      <Card className="p-5 sm:p-6">
        <ul className="grid gap-5">
          {(hasPremium ? (['standard'] as const) : claimPlans).map((one) => {
            const cents = claimPriceCents(prices, one);
            return (
              <li key={one} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <div className="min-w-0 flex-1 basis-72">
                  <h2 className="text-21">
                    {claimLabel(one)}, {cents === 0 ? 'free' : `${formatDollars(cents)} a month`}
                  </h2>
                  <p className="mt-1 text-16 text-ink-soft">{whenDue({ cents, day, canWait })}</p>
                  {one === 'premium' && plan !== 'premium' && canWait ? (
                    <p className="text-16 text-ink-soft">Premium begins with the first payment.</p>
                  ) : null}
                </div>
                <Button
                  look={one === plan || hasPremium ? 'primary' : 'secondary'}
                  disabled={isPending}
                  aria-label={`Go on with ${claimLabel(one)} for ${business}`}
                  onClick={() => start({ businessId, plan: one })}
                >
                  Go on
                </Button>
              </li>
            );
          })}
        </ul>
        {hasPremium ? (
          <p className="mt-4 text-16">
            You have Premium already, so the claim alone is enough: Premium covers it, too.
          </p>
        ) : null}
      </Card>
      <p className="text-16">
        <Link to="/dashboard">Back to your dashboard</Link>
      </p>
    </Container>
  );
}

function whenDue({ cents, day, canWait }: { cents: number; day: string; canWait: boolean }): string {
  if (cents === 0) return 'No card is needed, and nothing has to be proven again.';
  const price = formatDollars(cents);
  return canWait
    ? `You give your card now, and nothing is charged today: the first payment, ${price}, is due on ${day}. If you cancel before, you pay nothing.`
    : `${price} is due today: ${day} is too near for the payment to wait until then.`;
}
