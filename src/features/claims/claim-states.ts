/**
 * The life of a claim as a table. Every change of a claim's state goes through it (server/move-claim.ts): a step that the
 * table lacks throws, and nothing is written. docs/payments.md shows the table as a diagram; `npm run docs` draws it.
 */
import type { ClaimStatus } from './contract.ts';

/** Each event, and what has happened when it comes. */
export const claimEvents = {
  submitted: 'the claimant has given a card on the payment page',
  mismatched: 'the payment page sold something else than the claim says',
  expired: 'the payment page ended without a card',
  approved: 'staff or the mailbox at the website confirmed the claimant',
  rejected: 'staff refused the claim',
  reopened: 'whoever refused it took that back at once, before anything had been mailed or canceled',
  superseded: 'the listing went to somebody else',
  withdrawn: 'the claimant took the claim back, deleted the account, or was banned before giving a card',
  lapsed: 'nobody decided before the hold on the card would have become a charge',
  ending: 'the plan will end with the paid time',
  resumed: 'the plan goes on after all',
  passed_on: 'the listing was handed over to a new owner, who has it until the end of the paid time',
  returned:
    'staff took the hand-over back at once, before anything had been mailed or changed at Stripe, or the listing came back to who pays for it',
  continued:
    'the new owner of a listing that was handed over has given a card for the time after, or goes on where a claim is free',
  ended: 'the paid time is over, or the first charge failed for 7 days',
} as const;
export type ClaimEvent = keyof typeof claimEvents;

export type ClaimLetter = 'submitted' | 'approved' | 'rejected' | 'superseded' | 'withdrawn' | 'lapsed' | 'ended';

export interface ClaimStep {
  to: ClaimStatus;
  /** The letter to the claimant (server/claim-letters.ts). */
  letter?: ClaimLetter;
  /**
   * The worker's action at Stripe: 'charge' ends the hold, 'cancel' takes session and subscription back uncharged, 'stop' ends
   * the subscription with its paid time.
   */
  job?: 'charge' | 'cancel' | 'stop';
}

interface ClaimState {
  /** 'open': nobody has decided. 'held': the claimant, or who took the listing over from them, has it. 'closed': it came to nothing. 'ended': it is over. */
  phase: 'open' | 'held' | 'closed' | 'ended';
  on: Partial<Record<ClaimEvent, ClaimStep>>;
}

/** A claimant who never gave a card gets a letter only when the listing is gone. */
export const claimStates: Readonly<Record<ClaimStatus, ClaimState>> = {
  pending: {
    phase: 'open',
    on: {
      submitted: { to: 'in_review', letter: 'submitted' },
      continued: { to: 'approved' },
      mismatched: { to: 'rejected', job: 'cancel' },
      expired: { to: 'expired', job: 'cancel' },
      superseded: { to: 'superseded', letter: 'superseded', job: 'cancel' },
      withdrawn: { to: 'withdrawn', job: 'cancel' },
    },
  },
  in_review: {
    phase: 'open',
    on: {
      approved: { to: 'approved', letter: 'approved', job: 'charge' },
      rejected: { to: 'rejected', letter: 'rejected', job: 'cancel' },
      superseded: { to: 'superseded', letter: 'superseded', job: 'cancel' },
      withdrawn: { to: 'withdrawn', letter: 'withdrawn', job: 'cancel' },
      lapsed: { to: 'lapsed', letter: 'lapsed', job: 'cancel' },
    },
  },
  approved: {
    phase: 'held',
    on: {
      ending: { to: 'ending' },
      passed_on: { to: 'handed_over', job: 'stop' },
      ended: { to: 'ended', letter: 'ended', job: 'cancel' },
    },
  },
  ending: {
    phase: 'held',
    on: {
      resumed: { to: 'approved' },
      passed_on: { to: 'handed_over', job: 'stop' },
      ended: { to: 'ended', letter: 'ended', job: 'cancel' },
    },
  },
  // The successor has the listing by this claim; its claimant has been told that it is over for them.
  handed_over: {
    phase: 'held',
    on: {
      passed_on: { to: 'handed_over', job: 'stop' },
      returned: { to: 'approved' },
      ended: { to: 'ended', job: 'cancel' },
    },
  },
  // The card was given in the moment in which the page ended.
  expired: {
    phase: 'closed',
    on: {
      submitted: { to: 'in_review', letter: 'submitted' },
      continued: { to: 'approved' },
      mismatched: { to: 'rejected', letter: 'rejected', job: 'cancel' },
    },
  },
  rejected: { phase: 'closed', on: { reopened: { to: 'in_review' } } },
  superseded: { phase: 'closed', on: {} },
  withdrawn: { phase: 'closed', on: {} },
  lapsed: { phase: 'closed', on: {} },
  ended: { phase: 'ended', on: {} },
};

const statuses = Object.keys(claimStates) as ClaimStatus[];
const inPhase = (...phases: readonly ClaimState['phase'][]) =>
  statuses.filter((status) => phases.includes(claimStates[status].phase));

export const openStatuses: readonly ClaimStatus[] = inPhase('open');
export const heldStatuses: readonly ClaimStatus[] = inPhase('held');
/** The claimant has the listing. */
export const ownStatuses: readonly ClaimStatus[] = heldStatuses.filter((status) => status !== 'handed_over');
/** Nothing is to be charged for these claims any more. */
export const overStatuses: readonly ClaimStatus[] = inPhase('closed', 'ended');

export const isOpen = (status: ClaimStatus): boolean => claimStates[status].phase === 'open';
export const isHeld = (status: ClaimStatus): boolean => claimStates[status].phase === 'held';
export const isOver = (status: ClaimStatus): boolean => overStatuses.includes(status);

/** Tells whether the event may come to a claim in this state. */
export const canBe = (status: ClaimStatus, event: ClaimEvent): boolean => claimStates[status].on[event] !== undefined;

/** @throws Error when the table has no such step */
export function claimStep(status: ClaimStatus, event: ClaimEvent): ClaimStep {
  const step = claimStates[status].on[event];
  if (step === undefined) throw new Error(`A claim in the state '${status}' cannot be '${event}'`);
  return step;
}
