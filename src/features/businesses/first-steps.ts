import type { OwnBusinessSummary } from './owner-contract.ts';
import { placeIn } from './place.ts';

interface FirstStep {
  key: 'email' | 'hours' | 'photo' | 'place' | 'messages' | 'share';
  label: string;
  isDone: boolean;
  /** The page on which it is done; null for what is done in place. */
  to: string | null;
}

type Listing = Pick<
  OwnBusinessSummary,
  'id' | 'latitude' | 'longitude' | 'hasHours' | 'hasPicture' | 'takesMessages' | 'status'
>;

/**
 * The steps of a new owner, in the order of what helps visitors most. A listing is shared once it can be seen.
 * @param isEmailConfirmed null: the steps of another listing say it, since a person has one mailbox
 */
export function firstSteps(
  listing: Listing,
  { isEmailConfirmed, isShared }: { isEmailConfirmed: boolean | null; isShared: boolean },
): FirstStep[] {
  const edit = `/edit-business/${listing.id}`;
  const steps: FirstStep[] = [
    { key: 'hours', label: 'Say when you are open', isDone: listing.hasHours, to: edit },
    { key: 'photo', label: 'Add a photo or your logo', isDone: listing.hasPicture, to: edit },
    { key: 'place', label: 'Put your pin on the map', isDone: placeIn(listing) !== null, to: `${edit}#place` },
    { key: 'messages', label: 'Let visitors write to you', isDone: listing.takesMessages, to: '/dashboard/messages' },
  ];
  if (isEmailConfirmed !== null) {
    steps.unshift({ key: 'email', label: 'Confirm your email', isDone: isEmailConfirmed, to: '/account' });
  }
  if (listing.status === 'approved') steps.push({ key: 'share', label: 'Share your page', isDone: isShared, to: null });
  return steps;
}
