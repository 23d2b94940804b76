import { useQuery } from '@tanstack/react-query';
import { type Ref, useLayoutEffect, useRef } from 'react';
import { creditQuery } from '#features/premium/web/billing-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { creditPays } from '../first-charge.ts';
import type { useCheckout } from './use-checkout.ts';

interface DueTodayTextProps {
  business: string;
  cents: number;
  headingRef?: Ref<HTMLHeadingElement>;
}

/** The sum that a proven claim costs at once. The payment page shows free days and nothing due, since its subscription begins with a hold. */
export function DueTodayText({ business, cents, headingRef }: DueTodayTextProps) {
  const { data } = useQuery(creditQuery);
  return (
    <>
      <h4 ref={headingRef} tabIndex={-1} className="numbers text-26">
        ${(cents / 100).toFixed(2)} due today
      </h4>
      <p className="text-16 [overflow-wrap:anywhere]">
        Your email is at the own domain of {business}, so we approve your claim at once and charge the first month right
        after you have given your card.{' '}
        {data ? creditPays({ amountCents: cents, creditCents: data.cents, hasTax: data.hasTax }) : ''}
      </p>
      <p className="text-16">
        The next page names free days and $0.00 due today. They are for claims that we check first:{' '}
        <strong>they do not count for you.</strong>
      </p>
    </>
  );
}

interface DueTodayProps {
  business: string;
  checkout: ReturnType<typeof useCheckout>;
}

/** Stands between the button of a proven claim and the payment page. */
export function DueToday({ business, checkout: { due, isPending, pay, putOff } }: DueTodayProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="mt-5 grid content-start gap-3 md:mt-0 md:w-72 md:shrink-0">
      <DueTodayText business={business} cents={due?.cents ?? 0} headingRef={heading} />
      <Button disabled={isPending} onClick={pay}>
        Go to Payment
      </Button>
      <Button look="secondary" disabled={isPending} onClick={putOff}>
        Not Now
      </Button>
    </div>
  );
}
