import type { PaidTime } from '#features/claims/hand-over-words.ts';

interface Invited {
  kind: 'manager' | 'owner';
  business: string;
  /** The username of the owner who sent it. */
  by: string;
  /** The time that goes along with a hand-over; its words stand below (claims/hand-over-words.ts). */
  paid: PaidTime | null;
}

/** Says what accepting means, on the page of the mailed link and on the dashboard. */
export function invitationWords({ kind, business, by, paid }: Invited): string {
  if (kind === 'manager') {
    return `${by} invites you to edit the listing of ${business}, answer its messages and see its numbers. ${by} then sees your username and email address.`;
  }
  const plan = paid === null ? `a plan that ${by} pays` : `Premium that ${by} pays for other listings`;
  return `${by} hands the listing of ${business} over to you. It comes with its address, history and visitors; ${plan} does not come with it.`;
}
