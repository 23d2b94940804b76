import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { dropIds, keptIds } from '#web/forms/kept-ids.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { type Claim, putClaimAway } from '../contract.ts';
import { isSettled } from '../is-settled.ts';
import { ClaimItem } from './claim-item.tsx';
import { ownClaimsQuery } from './claim-queries.ts';

const quietLook = 'mt-2 inline-flex min-h-11 items-center text-14 text-ink-soft underline';
const awayKey = 'claims-away';
const notSaved = 'This could not be saved. Please check the connection and try again.';

/** Marks that earlier releases kept in the browser: a claim's id and its state. */
const marksOf = (claims: readonly Claim[]) => {
  const marks = keptIds(awayKey);
  return claims.filter(
    (claim) => isSettled(claim) && !claim.isPutAway && marks.includes(`${claim.id}:${claim.status}`),
  );
};

/**
 * The dashboard's part about claims; nothing when there are none. Settled ones can be put away; the personal download has them
 * all. One whose state changes after that is back.
 */
export default function OwnClaims() {
  const client = useQueryClient();
  const [moved, setMoved] = useState<string | null>(null);
  const { data: claims, error, refetch } = useQuery({ ...ownClaimsQuery, refetchOnMount: 'always' });
  useSessionEnded(error);

  const move = useCallback(
    async (moving: readonly Claim[], away: boolean): Promise<boolean> => {
      // Shown at once; a refusal shows what the server has.
      const ids = moving.map(({ id }) => id);
      client.setQueryData(ownClaimsQuery.queryKey, (all) =>
        all?.map((claim) => (ids.includes(claim.id) ? { ...claim, isPutAway: away } : claim)),
      );
      try {
        for (const id of ids) await callApi(client, putClaimAway, { params: { id }, body: { away } });
        return true;
      } catch (failed) {
        showToast({ title: 'Error', text: problemMessage(failed, notSaved), destructive: true });
        void client.invalidateQueries({ queryKey: ownClaimsQuery.queryKey });
        return false;
      }
    },
    [client],
  );

  const isTaken = useRef(false);
  useEffect(() => {
    if (claims === undefined || isTaken.current) return;
    isTaken.current = true;
    if (keptIds(awayKey).length === 0) return;
    void move(marksOf(claims), true).then((done) => {
      if (done) dropIds(awayKey);
    });
  }, [claims, move]);

  if (claims === undefined) {
    return error ? <LoadFailed message="We could not load your claims." onRetry={() => void refetch()} /> : null;
  }
  if (claims.length === 0) return null;
  const isAway = (claim: Claim) => isSettled(claim) && claim.isPutAway;
  const shown = claims.filter((claim) => !isAway(claim));
  const hidden = claims.filter(isAway);

  function putAway(claim: Claim) {
    setMoved(claim.id);
    void move([claim], true);
  }

  function bringBack() {
    setMoved(null);
    void move(hidden, false);
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
