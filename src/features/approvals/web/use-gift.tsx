import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import type { StaffBusiness } from '../contract.ts';
import { giveListing } from '../give-contract.ts';
import { GiveDialog } from './give-dialog.tsx';

type Give = (business: StaffBusiness, act: () => Promise<unknown>, done: string) => void;

/** Offers the listing that is there to who sent in its duplicate; `give` runs the call as the page runs its others. */
export function useGift(give: Give): {
  askGift: (business: StaffBusiness, of: string) => void;
  giftDialog: ReactNode;
} {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ business: StaffBusiness; of: string } | null>(null);
  const giftDialog = asked ? (
    <GiveDialog
      name={asked.business.name}
      to={asked.business.submitter?.username ?? 'them'}
      of={asked.of}
      onClose={() => setAsked(null)}
      onGive={(gift, sent) => {
        const { id, version } = asked.business;
        const act = () => callApi(client, giveListing, { params: { id }, body: { version, ...gift } }).then(sent);
        give(asked.business, act, `${asked.business.submitter?.username ?? 'The sender'} is asked for proof`);
      }}
    />
  ) : null;
  return { askGift: (business, of) => setAsked({ business, of }), giftDialog };
}
