import type { MergeClaim } from './staff-contract.ts';

/** @param owner of the listing that goes @param other of the one that stays */
export function ownerWords(owner: string | null, other: string | null): string {
  if (owner !== null && other !== null) return `${owner} owns both, and is told by mail.`;
  if (owner !== null) return `${owner} owns the one that goes, gets the one that stays, and is told by mail.`;
  return other === null ? 'Neither has an owner.' : `${other} owns the one that stays, and is told by mail.`;
}

/** Stands where nothing says that two listings are one business. */
export const nothingAlike = 'Nothing of the two is the same: not the name, the address or the phone.';

/** Says what the merge does to a claim. @param hasOwner the merged listing has one */
export function claimWords({ by, on, isInReview, ends }: MergeClaim, hasOwner: boolean): string {
  const who = by ?? 'Somebody whose account is gone';
  const claim = `${who} ${isInReview ? 'has claimed' : 'is at the payment page of a claim on'} the one that ${on}`;
  if (ends) return `${claim}, and the other one, too: this claim ends, and nothing is charged for it.`;
  if (hasOwner) {
    const next = isInReview ? ' Please decide on it first.' : '';
    return `${claim}: the merged listing has an owner, so that claim comes to nothing.${next}`;
  }
  if (!isInReview) return on === 'goes' ? `${claim}: it moves to the one that stays.` : `${claim}.`;
  return on === 'goes'
    ? `${claim}: that claim moves to the one that stays, and waits there for your decision.`
    : `${claim}: that claim waits on.`;
}
