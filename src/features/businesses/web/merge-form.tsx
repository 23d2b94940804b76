import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { KeptReason, noReason } from '#features/staff-frame/web/kept-reason.tsx';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { SmallButton, StaffRow, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { useNavigate } from '#web/router/router.tsx';
import { claimWords, nothingAlike, ownerWords } from '../merge-words.ts';
import { mergeBusiness, readMerge, type StaffBusinessRow, searchAllBusinesses } from '../staff-contract.ts';

interface Merged {
  id: string;
  name: string;
  address: string | null;
  owner: { username: string } | null;
}

type Chosen = Pick<StaffBusinessRow, 'id' | 'name' | 'address' | 'owner'>;

/** Two listings of one place mostly have one name: the address tells them apart. */
function Named({ name, address }: { name: string; address: string | null }) {
  return (
    <>
      <strong>{name}</strong> ({address || 'no address'})
    </>
  );
}

/** Finds the listing that is kept, and says what the merge will do before it is done. */
export function MergeForm({ business }: { business: Merged }) {
  const [search, setSearch] = useState(business.name);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { data = [] } = useQuery(endpointQuery(searchAllBusinesses, { query: { search, status: 'approved' } }));
  const others = data.filter(({ id }) => id !== business.id).slice(0, 8);

  if (chosen) {
    const [owner, other] = [business.owner?.username ?? null, chosen.owner];
    if (owner !== null && other !== null && owner !== other) {
      return (
        <div className="grid gap-3 rounded-control border border-danger p-4 text-16">
          <p className="break-words">
            Both have an owner, so they cannot be merged yet: <Named {...business} /> is {owner}’s,{' '}
            <Named {...chosen} /> is {other}’s. Please settle with them who keeps it. Then give the other one to nobody,
            under <em>Owner</em> on its page, and merge.
          </p>
          <SmallButton className="justify-self-start" onClick={() => setChosen(null)}>
            Choose another
          </SmallButton>
        </div>
      );
    }
    return <MergeQuestion business={business} chosen={chosen} onCancel={() => setChosen(null)} />;
  }
  return (
    <div>
      <SearchBox label="The business that stays" value={search} onSearch={setSearch} />
      <ul className="grid gap-2">
        {others.map(({ id, name, address, status, owner }) => (
          <li key={id}>
            <StaffRow>
              <strong className="min-w-0 flex-1 break-words">{name}</strong>
              <span className="min-w-0 flex-1 break-words text-ink-soft">
                {address}
                {owner === null ? '' : ` · Owner: ${owner}`}
              </span>
              <StatusBadge status={status} />
              <SmallButton onClick={() => setChosen({ id, name, address, owner })}>Merge into this</SmallButton>
            </StaffRow>
          </li>
        ))}
      </ul>
      {others.length === 0 ? <p className="text-16 text-ink-soft">No other approved business fits.</p> : null}
    </div>
  );
}

interface MergeQuestionProps {
  business: Merged;
  chosen: Chosen;
  onCancel: () => void;
}

function MergeQuestion({ business, chosen, onCancel }: MergeQuestionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, run } = useStaffAction();
  const [{ reason, settle }, setTyped] = useState(noReason);
  const [isAsking, setAsking] = useState(false);
  const { id } = business;
  const into = chosen.id;
  const open = useQuery(endpointQuery(readMerge, { params: { id }, query: { into } }));
  const [owner, other] = [business.owner?.username ?? null, chosen.owner];
  const hasOwner = owner !== null || other !== null;
  const isUnlike = open.data?.isAlike === false;

  async function merge() {
    const act = () => callApi(client, mergeBusiness, { params: { id }, body: { into, reason } }).then(settle);
    if ((await run(act, `Merged: ${business.name} into ${chosen.name}`, { subjectId: into }, { gone: id })) === null)
      await navigate(`/staff/businesses/${into}`, { replace: true });
  }

  return (
    <div className="grid gap-3 rounded-control border border-danger p-4 text-16">
      <p className="break-words">
        <Named {...business} /> goes. <Named {...chosen} /> stays. What it says stays as it is: only its empty fields
        are filled in from the one that goes, whose photos and reports come along and whose page leads here from then
        on. {ownerWords(owner, other)} You can undo it for 30 seconds. An administrator can for 30 days.
      </p>
      {isUnlike ? <p className="rounded-control bg-gold-ground p-3 font-semibold">{nothingAlike}</p> : null}
      {open.data?.claims.map((claim) => (
        <p key={`${claim.on} ${claim.by}`} className="break-words">
          {claimWords(claim, hasOwner)}
        </p>
      ))}
      {open.isError ? <p>Whether somebody has claimed one of them could not be read.</p> : null}
      {hasOwner ? (
        <KeptReason thing={`merge:${id}`} label="A word to the owner (optional)" maxLength={500} onChange={setTyped} />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <SmallButton
          look="primary"
          disabled={isPending || open.isPending}
          onClick={() => (isUnlike ? setAsking(true) : void merge())}
        >
          {isPending ? 'Merging...' : 'Merge'}
        </SmallButton>
        <SmallButton onClick={onCancel}>Cancel</SmallButton>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Merge two different businesses?"
          action="Merge all the same"
          onConfirm={() => void merge()}
          onClose={() => setAsking(false)}
        >
          <p className="break-words">
            {nothingAlike} Visitors who look for {business.name} will find {chosen.name} instead.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
