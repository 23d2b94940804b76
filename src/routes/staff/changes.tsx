import { useState } from 'react';
import { type Change, listChanges } from '#features/approvals/contract.ts';
import { ChangeCard } from '#features/approvals/web/change-card.tsx';
import { listCorrections, type StaffCorrection } from '#features/corrections/staff-contract.ts';
import { CorrectionCard } from '#features/corrections/web/correction-card.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';

type State = 'open' | 'all';

const states = [
  ['all', 'All'],
  ['open', 'Not looked at'],
] as const;

export function Page() {
  const [state, setState] = useState<State>('all');
  return (
    <>
      <StaffHeading title="Changes">
        <Filter label="Which" value={state} options={states} onChange={setState} />
      </StaffHeading>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <section aria-labelledby="by-owners" className="min-w-0">
          <h2 id="by-owners" className="text-21">
            By owners
          </h2>
          <p className="mb-3 text-16 text-ink-soft">What owners changed on listings that are online.</p>
          <OwnersChanges state={state} />
        </section>
        <section aria-labelledby="by-visitors" className="min-w-0">
          <h2 id="by-visitors" className="text-21">
            Suggested by visitors
          </h2>
          <p className="mb-3 text-16 text-ink-soft">Nothing changes until you take it over.</p>
          <SuggestedChanges state={state} />
        </section>
      </div>
    </>
  );
}

function OwnersChanges({ state }: { state: State }) {
  const list = useStaffList<Change>([listChanges.path, state], (client, cursor) =>
    callApi(client, listChanges, { query: { state, cursor } }),
  );
  return (
    <StaffList list={list} what="changes" empty="No owner has changed a listing.">
      {(change) => <ChangeCard change={change} />}
    </StaffList>
  );
}

function SuggestedChanges({ state }: { state: State }) {
  const list = useStaffList<StaffCorrection>([listCorrections.path, state], (client, cursor) =>
    callApi(client, listCorrections, { query: { state, cursor } }),
  );
  return (
    <StaffList list={list} what="suggested changes" empty="No visitor has suggested a change.">
      {(correction) => <CorrectionCard correction={correction} />}
    </StaffList>
  );
}
