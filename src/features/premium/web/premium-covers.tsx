import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/router/link.tsx';
import { billingQuery } from './billing-queries.ts';

/** Tells an owner whose Premium covers new listings, too, that the cheaper listing is enough; nothing to others. */
export default function PremiumCovers() {
  const { data } = useQuery(billingQuery);
  if (!data?.hasUpgrade) return null;
  return (
    <p className="mb-6 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
      You have Premium, and it covers every listing of your account, also this one:{' '}
      <Link to="/checkout?plan=standard">the Standard listing</Link> is enough.
    </p>
  );
}
