import { useQuery } from '@tanstack/react-query';
import type { OwnBusinessSummary } from '../owner-contract.ts';
import { ownBusinessesQuery } from './owner-queries.ts';

const none: readonly OwnBusinessSummary[] = [];

/** The owner's listings that have visitors or may soon have: not those that were not approved. */
export function useOwnListings(): readonly OwnBusinessSummary[] {
  const { data = none } = useQuery(ownBusinessesQuery);
  return data.filter(({ status }) => status !== 'rejected');
}
