import { useQuery } from '@tanstack/react-query';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ClaimItem } from './claim-item.tsx';
import { ownClaimsQuery } from './claim-queries.ts';

/** The dashboard's part about claims; nothing when there are none. */
export function OwnClaims() {
  const { data: claims, error, refetch } = useQuery({ ...ownClaimsQuery, refetchOnMount: 'always' });
  useSessionEnded(error);
  if (claims === undefined) {
    return error ? <LoadFailed message="We could not load your claims." onRetry={() => void refetch()} /> : null;
  }
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby="claims">
      <h2 id="claims" className="text-26 lg:text-34">
        My Claims
      </h2>
      <ul className="mt-5 grid gap-4">
        {claims.map((claim) => (
          <li key={claim.id}>
            <ClaimItem claim={claim} />
          </li>
        ))}
      </ul>
    </section>
  );
}
