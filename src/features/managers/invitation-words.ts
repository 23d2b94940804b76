import { type PaidTime, paidTimeWords } from '#features/claims/hand-over-words.ts';
import type { Prices } from '#shared/prices.ts';

interface Invited {
  kind: 'manager' | 'owner';
  business: string;
  /** The username of the owner who sent it. */
  by: string;
  /** Set for a hand-over of a paid listing. */
  paid: PaidTime | null;
}

type Town = { prices: Prices; timeZone: string };

/** Says what accepting means, on the page of the mailed link and on the dashboard. */
export function invitationWords({ kind, business, by, paid }: Invited, town: Town): string {
  if (kind === 'manager') {
    return `${by} invites you to edit the listing of ${business}, answer its messages and see its numbers. ${by} then sees your username and email address.`;
  }
  const what = `${by} hands the listing of ${business} over to you. It comes with its address, history and visitors;`;
  return paid === null
    ? `${what} a plan that ${by} pays does not come with it.`
    : `${what} Premium that ${by} pays for other listings does not come with it. ${paidTimeWords(paid, town)}`;
}
