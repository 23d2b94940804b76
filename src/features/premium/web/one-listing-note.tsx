import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import type { Billing } from '../contract.ts';
import { cheaperBeforeUpgrade, savingForOne } from '../one-listing.ts';

/** Says beside an upgrade that Claim Premium costs less for somebody's one listing. Few have a claim, so it loads for them alone. */
export default function OneListingNote({ plans }: Pick<Billing, 'plans'>) {
  const { prices, timeZone } = useCity();
  const [claim, ...more] = plans;
  if (claim === undefined || more.length > 0) return null;
  const { renewsAt, noChange, next } = claim;
  const saving = savingForOne({ claim, premium: null, prices });
  // Only where the button under 'Your plans' is there.
  if (saving === null || renewsAt === null || noChange !== null || next !== null) return null;
  return (
    <div className="mt-3 rounded-card border border-gold-line bg-card p-4">
      <p className="numbers text-16">
        {cheaperBeforeUpgrade(saving)} It begins with the next payment of your claim, on{' '}
        {formatDate(renewsAt, timeZone)}.
      </p>
      <ButtonLink to="#plans" look="secondary" className="mt-3">
        See Claim Premium
      </ButtonLink>
    </div>
  );
}
