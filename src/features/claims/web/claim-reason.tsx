import { useQuery } from '@tanstack/react-query';
import { businessQuery } from '#features/businesses/web/business-queries.ts';

/** Names the business that somebody wants to claim, above the log-in form. @param otherwise for a listing that is not there */
export default function ClaimReason({ slug, otherwise }: { slug: string; otherwise: string }) {
  const { data } = useQuery(businessQuery(slug));
  if (data === undefined) return otherwise;
  return (
    <>
      Log in to claim <strong className="text-ink">{data.name}</strong>, or sign up: it takes a minute.
    </>
  );
}
