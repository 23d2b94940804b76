import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { type Claim, withdrawClaim } from '../contract.ts';
import { useClaimAction } from './use-claim-action.ts';

/** Asks for confirmation: a withdrawn claim loses its place. */
export function WithdrawButton({ claim }: { claim: Claim }) {
  const client = useQueryClient();
  const { run, isPending } = useClaimAction();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button look="secondary" className="mt-3" onClick={() => setAsking(true)}>
        Withdraw claim
      </Button>
    );
  }
  const withdraw = () =>
    run(() => callApi(client, withdrawClaim, { params: { id: claim.id } }), 'Your claim is withdrawn');
  return (
    <fieldset className="mt-4 rounded-control border border-line-strong p-4">
      <legend className="sr-only">Withdraw the claim on {claim.business.name}</legend>
      <p className="text-16">Take back your claim on {claim.business.name}? You are not charged.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="danger" disabled={isPending} onClick={() => void withdraw()} ref={(button) => button?.focus()}>
          {isPending ? 'Withdrawing...' : 'Withdraw'}
        </Button>
        <Button look="secondary" onClick={() => setAsking(false)}>
          Keep it
        </Button>
      </div>
    </fieldset>
  );
}
