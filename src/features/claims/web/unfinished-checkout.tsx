import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/router/link.tsx';
import { ownClaimsQuery } from './claim-queries.ts';

/** Stands above a listing whose payment page the person has left without paying: they come back to it. */
export function UnfinishedCheckout({ businessId }: { businessId: string }) {
  const { data: claims } = useQuery(ownClaimsQuery);
  if (!claims?.some(({ status, business }) => status === 'pending' && business.id === businessId)) return null;
  return (
    <p className="mb-3 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
      <strong>You have not finished the checkout.</strong> Nothing has been charged. Go on with a button below, or take
      your claim back on <Link to="/dashboard">your dashboard</Link>.
    </p>
  );
}
