import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { removeSuggestion } from '../suggestion-contract.ts';

/** Withdraws a suggested event that waits, after one more question. */
export default function TakeBack({ token, title, onGone }: { token: string; title: string; onGone: () => void }) {
  const client = useQueryClient();
  return (
    <div className="mt-8 border-line border-t pt-6">
      <AskOnceMore
        label="Withdraw"
        name={`Withdraw: ${title}`}
        question="Take it back? We then look at it no more."
        yes="Yes, withdraw it"
        yesName={`Yes, withdraw it: ${title}`}
        no="Keep it"
        act={() => callApi(client, removeSuggestion, { body: { token } })}
        done={`${title} is withdrawn`}
        failed="It could not be taken back. Check the connection and try again."
        onDone={onGone}
      />
    </div>
  );
}
