import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { confirmBusiness, type OwnBusinessSummary } from '../owner-contract.ts';
import { businessQuery } from './business-queries.ts';
import { ConfirmedNote } from './confirmed-note.tsx';
import { ownBusinessesQuery } from './owner-queries.ts';

/** The date of the owner's last confirmation, and a button that confirms the listing again. */
export function ConfirmLine({ business }: { business: OwnBusinessSummary }) {
  const client = useQueryClient();
  const { id, slug, name, confirmedAt } = business;
  const confirm = useMutation({
    mutationFn: () => callApi(client, confirmBusiness, { params: { id } }),
    onSuccess: async () => {
      showToast({ title: 'Thank you', text: `Visitors see that ${name} is up to date.` });
      void client.invalidateQueries({ queryKey: businessQuery(slug).queryKey });
      await client.invalidateQueries({ queryKey: ownBusinessesQuery.queryKey });
    },
    onError: (error) => {
      showToast({
        title: 'Error',
        text: problemMessage(error, 'This could not be saved. Check the connection and try again.'),
        destructive: true,
      });
    },
  });
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-16 text-ink-soft">
      {confirmedAt === null ? <span>Is everything still right?</span> : <ConfirmedNote confirmedAt={confirmedAt} />}
      <Button
        look="secondary"
        className="px-3.5"
        aria-label={`Still right: ${name}`}
        aria-disabled={confirm.isPending}
        onClick={() => {
          if (!confirm.isPending) confirm.mutate();
        }}
      >
        <Check aria-hidden="true" size={18} />
        Still right
      </Button>
    </p>
  );
}
