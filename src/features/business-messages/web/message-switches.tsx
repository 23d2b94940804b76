import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import { businessQuery } from '#features/businesses/web/business-queries.ts';
import { useOwnListings } from '#features/businesses/web/own-listings.ts';
import { ownBusinessesQuery } from '#features/businesses/web/owner-queries.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { switchMessages } from '../own-contract.ts';

/** A switch for each of the owner's listings. */
export function MessageSwitches() {
  const businesses = useOwnListings();
  if (businesses.length === 0) return null;
  return (
    <fieldset className="rounded-card border border-line bg-card px-5 py-4">
      <legend className="px-1 text-16 font-semibold">Visitors may write to</legend>
      {businesses.map((business) => (
        <Switch key={business.id} business={business} />
      ))}
    </fieldset>
  );
}

function Switch({ business: { id, slug, name, takesMessages } }: { business: OwnBusinessSummary }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      callApi(client, switchMessages, { params: { id }, body: { takesMessages: wanted } }),
    onSuccess: async ({ answer }) => {
      showToast({ title: answer.takesMessages ? `Visitors may write to ${name}` : `No more messages to ${name}` });
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
    <label className="flex min-h-11 items-center gap-3 [overflow-wrap:anywhere]">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-action"
        checked={change.isPending ? change.variables : takesMessages}
        onChange={({ currentTarget }) => {
          if (!change.isPending) change.mutate(currentTarget.checked);
        }}
      />
      {name}
    </label>
  );
}
