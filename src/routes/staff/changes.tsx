import { useState } from 'react';
import { type Change, listChanges } from '#features/approvals/contract.ts';
import { ChangeCard } from '#features/approvals/web/change-card.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';

const states = [
  ['all', 'All'],
  ['open', 'Not looked at'],
] as const;

export function Page() {
  const [state, setState] = useState<'all' | 'open'>('all');
  const list = useStaffList<Change>([listChanges.path, state], (client, cursor) =>
    callApi(client, listChanges, { query: { state, cursor } }),
  );
  return (
    <>
      <StaffHeading title="Changes">
        <Filter label="Which" value={state} options={states} onChange={setState} />
      </StaffHeading>
      <p className="mb-3 text-16 text-ink-soft">What owners changed on listings that are online.</p>
      <StaffList list={list} what="changes" empty="No owner has changed a listing.">
        {(change) => <ChangeCard change={change} />}
      </StaffList>
    </>
  );
}
