import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { dropId, keepId, keptIds } from '#web/forms/kept-ids.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import type { Claim } from '../contract.ts';
import { ClaimItem } from './claim-item.tsx';
import { ownClaimsQuery } from './claim-queries.ts';

const quietLook = 'mt-2 inline-flex min-h-11 items-center text-14 text-ink-soft underline';
const awayKey = 'claims-away';

/** A claim that is decided asks nothing of its owner. One that ends, or whose first payment is open, does. */
const isSettled = ({ status, payBy }: Claim) => payBy === null && !['pending', 'in_review', 'ending'].includes(status);

/**
 * The dashboard's part about claims; nothing when there are none. Settled ones can be put away in this browser; the personal
 * download has them all. The state in the id brings one back that changes after that.
 */
export default function OwnClaims() {
  const [away, setAway] = useState(() => keptIds(awayKey));
  const [moved, setMoved] = useState<string | null>(null);
  const { data: claims, error, refetch } = useQuery({ ...ownClaimsQuery, refetchOnMount: 'always' });
  useSessionEnded(error);
  if (claims === undefined) {
    return error ? <LoadFailed message="We could not load your claims." onRetry={() => void refetch()} /> : null;
  }
  if (claims.length === 0) return null;
  const mark = ({ id, status }: Claim) => `${id}:${status}`;
  const isAway = (claim: Claim) => isSettled(claim) && away.includes(mark(claim));
  const shown = claims.filter((claim) => !isAway(claim));
  const hidden = claims.filter(isAway);

  function putAway(claim: Claim) {
    keepId(awayKey, mark(claim));
    setAway(keptIds(awayKey));
    setMoved(mark(claim));
  }

  function bringBack() {
    for (const claim of hidden) dropId(awayKey, mark(claim));
    setAway(keptIds(awayKey));
    setMoved(null);
  }

  return (
    <section aria-labelledby="claims">
      <h2 id="claims" className="text-26 lg:text-34">
        My Claims
      </h2>
      <ul className="mt-5 grid gap-4 empty:hidden">
        {shown.map((claim) => (
          <li key={claim.id}>
            <ClaimItem claim={claim}>
              {isSettled(claim) ? (
                <button type="button" className={quietLook} onClick={() => putAway(claim)}>
                  Put it away<span className="sr-only">: claim of {claim.business.name}</span>
                </button>
              ) : null}
            </ClaimItem>
          </li>
        ))}
      </ul>
      {hidden.length > 0 ? (
        // The button that was pressed is gone: its counterpart gets the focus.
        <button key={moved} type="button" ref={moved ? takeFocus : undefined} className={quietLook} onClick={bringBack}>
          {hidden.length === 1
            ? 'Show the claim that you put away'
            : `Show the ${hidden.length} claims that you put away`}
        </button>
      ) : null}
    </section>
  );
}
