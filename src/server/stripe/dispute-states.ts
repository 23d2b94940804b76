/** Disputes that take no money away any more. */
const settledStatuses: readonly string[] = ['won', 'warning_closed', 'prevented'];

/** Tells whether a dispute takes away what the payment bought. A lost dispute does so for good. */
export const takesAway = (disputeStatus: string): boolean => !settledStatuses.includes(disputeStatus);
