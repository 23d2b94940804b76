/** The lines of the queue that come from one person, in words. */
const kinds = {
  listings: 'new listing',
  claims: 'claim',
  announcements: 'announcement',
  suggestions: 'suggested event',
  corrections: 'suggested change',
};

export type WaitingCounts = Record<keyof typeof kinds, number>;

/** '2 new listings, 1 claim'; '' when nothing waits. */
export const waitingWords = (waiting: WaitingCounts): string =>
  (Object.keys(kinds) as (keyof typeof kinds)[])
    .filter((kind) => waiting[kind] > 0)
    .map((kind) => `${waiting[kind]} ${kinds[kind]}${waiting[kind] === 1 ? '' : 's'}`)
    .join(', ');
