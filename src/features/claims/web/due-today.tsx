import { type Ref, useLayoutEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { useCheckout } from './use-checkout.ts';

interface DueTodayTextProps {
  business: string;
  cents: number;
  headingRef?: Ref<HTMLHeadingElement>;
}

/** The sum that a proven claim costs at once, unlike all others. */
export function DueTodayText({ business, cents, headingRef }: DueTodayTextProps) {
  return (
    <>
      <h4 ref={headingRef} tabIndex={-1} className="numbers text-26">
        ${(cents / 100).toFixed(2)} due today
      </h4>
      <p className="text-16 [overflow-wrap:anywhere]">
        Your email is at the own domain of {business}: you pay the first month on the next page, and your claim is
        approved at once. If it cannot be, all of it goes back to your card.
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
