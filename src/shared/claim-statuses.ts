/** The states of a claim: Stripe's session is open, staff review it, and the outcome. */
export const claimStatuses = [
  'pending',
  'in_review',
  'approved',
  'rejected',
  'superseded',
  'withdrawn',
  'lapsed',
  'expired',
  'ending',
  'handed_over',
  'ended',
] as const;

/** Nobody has decided. features/claims/claim-states.ts has the whole life of a claim. */
export const openClaimStatuses = ['pending', 'in_review'] as const satisfies readonly (typeof claimStatuses)[number][];
