import { formatDate } from '#shared/dates.ts';

interface Ending {
  /** 'Claim: Paper Kite' */
  title: string;
  /** The listing has no owner from then on. */
  isClaim: boolean;
  /** null: nothing is paid for it, and it ends at once. */
  endsAt: string | null;
}

/** Sentences about what ends on an earlier day than an account that is to be deleted: not everything stays until then. */
export function endsEarlier(plans: readonly Ending[], deletesAt: string, timeZone: string): string[] {
  const last = formatDate(deletesAt, timeZone);
  return plans.flatMap(({ title, isClaim, endsAt }) => {
    if (endsAt === null || endsAt >= deletesAt || formatDate(endsAt, timeZone) === last) return [];
    const after = isClaim ? ': from then on the listing has no owner, and somebody else may claim it' : '';
    return [`${title} ends on ${formatDate(endsAt, timeZone)}${after}.`];
  });
}
