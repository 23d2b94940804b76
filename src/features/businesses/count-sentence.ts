import type { OwnBusinessSummary } from './owner-contract.ts';

const businessWord = (count: number) => `${count} ${count === 1 ? 'business' : 'businesses'}`;

/** 'You have 2 businesses in the directory. 1 more is waiting for review.' Those that were not approved do not count; null: none does. */
export function countSentence(businesses: readonly Pick<OwnBusinessSummary, 'status'>[]): string | null {
  const count = (status: OwnBusinessSummary['status']) => businesses.filter((one) => one.status === status).length;
  const [live, waiting, hidden] = [count('approved'), count('pending'), count('hidden')];
  const more = live > 0 ? ' more' : '';
  const sentences = [
    live > 0 ? `You have ${businessWord(live)} in the directory.` : null,
    waiting === 0
      ? null
      : live === 0
        ? `${businessWord(waiting)}, waiting for review.`
        : `${waiting} more ${waiting === 1 ? 'is' : 'are'} waiting for review.`,
    hidden === 0
      ? null
      : `${live === 0 ? businessWord(hidden) : hidden}${more} ${hidden === 1 ? 'is' : 'are'} hidden from visitors.`,
  ].filter((one) => one !== null);
  return sentences.length > 0 ? sentences.join(' ') : null;
}
