import { useEffect } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { Claim } from '../contract.ts';
import { DueToday, DueTodayText } from './due-today.tsx';
import { useCheckout } from './use-checkout.ts';

/** Asks for the payment page anew: one that was made before the mailbox was confirmed says something else than what happens. */
export default function FinishCheckout({ claim }: { claim: Claim }) {
  const { business, plan, amountCents, isChargedAtOnce } = claim;
  const checkout = useCheckout();
  const { due, pay, start, isPending } = checkout;
  // The sum stands above the button.
  const isTold = isChargedAtOnce && due?.cents === amountCents;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes once there is a page
  useEffect(() => {
    if (isTold) pay();
  }, [isTold]);
  if (due && !isTold) return <DueToday business={business.name} checkout={checkout} />;
  return (
    <>
      {isChargedAtOnce ? <DueTodayText business={business.name} cents={amountCents} /> : null}
      <Button disabled={isPending} onClick={() => start({ businessId: business.id, plan })}>
        Finish checkout
      </Button>
    </>
  );
}
