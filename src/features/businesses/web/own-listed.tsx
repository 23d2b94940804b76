import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { undoMs } from '#shared/times.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { type OwnBusinessSummary, setListed } from '../owner-contract.ts';
import { businessQuery } from './business-queries.ts';
import { ownBusinessesQuery, ownBusinessQuery } from './owner-queries.ts';

type Listing = Pick<OwnBusinessSummary, 'id' | 'slug' | 'name'>;

function useListed({ id, slug, name }: Listing) {
  const client = useQueryClient();
  const refresh = () => {
    for (const { queryKey } of [businessQuery(slug), ownBusinessesQuery, ownBusinessQuery(id)]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  const call = (listed: boolean) => callApi(client, setListed, { params: { id }, body: { listed } });
  const putBack = useMutation({
    mutationFn: () => call(true),
    onSuccess: () => {
      showToast({ title: 'Back on the directory', text: `Visitors find ${name} again.` });
      refresh();
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'It could not be put back. Check the connection and try again.'),
        destructive: true,
      }),
  });
  const saysOff = () => {
    const action = { label: 'Undo', alt: 'To put it back, press F8, then Undo', about: `listed:${id}` };
    showToast({
      ...{ title: 'Off the directory', text: `Visitors do not find ${name} any more.`, ms: undoMs },
      action: { ...action, run: () => putBack.mutate() },
    });
    refresh();
  };
  return { takeOff: () => call(false), saysOff, putBack };
}

/** The owner's way off the directory. @param children what becomes of the plans */
export function TakeOff({ listing, children }: { listing: Listing; children: ReactNode }) {
  const { takeOff, saysOff } = useListed(listing);
  const { name } = listing;
  return (
    <AskOnceMore
      label={
        <>
          <EyeOff aria-hidden="true" size={18} />
          Take it off the directory
        </>
      }
      name={`Take it off the directory: ${name}`}
      question={
        <>
          Take {name} off the directory? Visitors do not find it any more, not by search and not by its link. Nothing of
          it is lost, its managers are told, and you can put it back at any time. {children}
        </>
      }
      yes="Yes, take it off"
      yesName={`Yes, take it off: ${name}`}
      no="Leave it there"
      act={takeOff}
      failed="It could not be taken off. Check the connection and try again."
      onDone={saysOff}
    />
  );
}

/** The way back of what its owner took off. */
export function PutBackOn({ listing }: { listing: Listing }) {
  const { putBack } = useListed(listing);
  return (
    <Button
      look="secondary"
      aria-label={`Put it back: ${listing.name}`}
      aria-disabled={putBack.isPending}
      onClick={({ currentTarget }) => {
        keepFocusNear(currentTarget);
        if (!putBack.isPending) putBack.mutate();
      }}
    >
      <Eye aria-hidden="true" size={18} />
      Put it back
    </Button>
  );
}
