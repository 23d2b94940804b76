import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { callApi } from '#web/api-client/call-api.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { type OwnBusinessSummary, withdrawBusiness } from '../owner-contract.ts';
import { ownBusinessesQuery } from './owner-queries.ts';

/** Takes back a listing that staff have not approved, after one more question. */
export function OwnWithdraw({ business: { id, name, status } }: { business: OwnBusinessSummary }) {
  const client = useQueryClient();
  const isWaiting = status === 'pending';
  return (
    <AskOnceMore
      label={
        <>
          <Trash2 aria-hidden="true" size={18} />
          {isWaiting ? 'Withdraw' : 'Remove from my list'}
        </>
      }
      name={isWaiting ? `Withdraw ${name}` : `Remove from my list: ${name}`}
      question={
        isWaiting ? 'Take it back? It is then gone, with its pictures.' : 'Remove it for good, with its pictures?'
      }
      yes={isWaiting ? 'Yes, withdraw it' : 'Yes, remove it'}
      yesName={isWaiting ? `Yes, withdraw it: ${name}` : `Yes, remove it: ${name}`}
      no="Keep it"
      act={() => callApi(client, withdrawBusiness, { params: { id } })}
      done={isWaiting ? `${name} is withdrawn` : `${name} is removed`}
      failed="This could not be taken back. Check the connection and try again."
      onDone={() => void client.invalidateQueries({ queryKey: ownBusinessesQuery.queryKey })}
    />
  );
}
