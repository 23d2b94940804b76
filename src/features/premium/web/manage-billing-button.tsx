import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { usePortal } from './use-stripe-page.ts';

/** Card, invoices, cancellation and change of plan are on Stripe's own page. */
export function ManageBillingButton({
  look = 'secondary',
  children = 'Manage billing',
}: {
  look?: ButtonLook;
  children?: ReactNode;
}) {
  const { go, isPending } = usePortal();
  return (
    <Button look={look} disabled={isPending} onClick={() => go(undefined)}>
      {isPending ? 'Opening...' : children}
    </Button>
  );
}
