/** The mails to a leaving person: one when the date is set, one when the account is deleted. */

import { bankDays } from '#features/billing/bank-days.ts';
import { planTitle } from '#features/billing/plan-title.ts';
import type { PrepaidPremium } from '#features/billing/prepaid-premium.ts';
import { describePrice } from '#features/billing/price-story.ts';
import type { Services } from '#server/http/serve.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LaidOutLetter, type LetterPart, layOutLetter } from '#server/mail/lay-out-letter.ts';
import { blockVariable, defineMail, linkVariable, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { CashPlan, Leaving, RunningPlan } from '../contract.ts';
import {
  cashTitle,
  type Ends,
  endsBefore,
  lastDayWith,
  prepaidTitle,
  takenOverTitle,
  withoutOwner,
} from '../plan-words.ts';

/** An administrator, at the person's written request. */
export interface ByStaff {
  actorId: string;
  username: string;
  /** Says how they knew the person. */
  reason: string;
}

export type EndedPlan = RunningPlan;
type Sender = Pick<Services, 'city' | 'env'>;

const shared = { group: 'Accounts', to: 'the person' } as const;
const date = textVariable('the day', 'June 12, 2027');
/** For what an administrator did. */
const byStaff = {
  variables: {
    by: textVariable('the administrator', 'ada'),
    reason: blockVariable('how they knew the person', [{ quote: 'She came to town hall with her license.' }]),
  },
  conditions: { staff: { means: 'an administrator did it, at a written request', example: false } },
};
const vouched = [
  '{{when staff}} {{by}}, an administrator of the site, did this at a written request. This is how we knew that it was you:',
  '{{when staff}} {{reason}}',
] as const;
const claimPrice = { price: textVariable('what a claim costs', '$25 a month') };
const claimedAgain = {
  claimed: { means: 'the person has listings in the directory, and a claim is not free', example: true },
};
const plans = blockVariable('the plans that run', [{ facts: [['Premium', 'ends June 12, 2027']] }]);

const laterMail = defineMail({
  ...shared,
  name: 'account-deletion-planned',
  when: 'Somebody asks to delete the account once what is paid for is used up.',
  variables: {
    username: usernameVariable,
    date,
    plans,
    credit: textVariable('the credit that goes back to the card', '$25'),
    earlier: textVariable('what ends before that day', 'Claim: Fig & Ladder ends on June 2, 2027.'),
    without: textVariable(
      'from which day on the listings have no owner',
      'Your listings stay in the directory, without an owner: Fig & Ladder from June 2, 2027 on, the others from June 12, 2027 on.',
    ),
    account: linkVariable('opens the account page', '/account'),
    ...claimPrice,
    ...byStaff.variables,
  },
  conditions: {
    ...byStaff.conditions,
    ...claimedAgain,
    listings: { means: 'the person has listings in the directory', example: true },
    early: { means: 'something ends before that day', example: false },
    credited: { means: 'the person has a credit, and no bill comes that could use it', example: false },
  },
  subject: 'Your account for {{site}} will be deleted on {{date}}',
  text: [
    'Hello {{username}},',
    'You asked us to delete your account once what you have paid for is used up. That is on {{date}}. No further payment is taken.',
    ...vouched,
    '{{when not early}} Until then everything stays as it is.',
    '{{when early}} {{earlier}} Everything else stays as it is until then.',
    '{{plans}}',
    '{{when credited}} No bill will use your credit of {{credit}}. It goes back to your card on that day.',
    '{{when listings}} {{without}}',
    '{{when claimed}} If you come back one day, you get one back by a claim, as anybody does: that costs {{price}}, also for what is free now. To avoid that, hand a listing over while it is yours, under People on your dashboard. That costs nothing. A claim that you pay for is not renewed then, and to keep that listing the other person pays for a claim of their own.',
    'If you change your mind before that day, sign in and choose Keep My Account:',
    '{{account: Your account}}',
  ],
});

const farewellMail = defineMail({
  ...shared,
  name: 'account-deleted',
  when: 'An account was deleted.',
  variables: {
    username: usernameVariable,
    date,
    plans,
    cash: blockVariable('the plans paid in cash or by check', [
      { facts: [['Premium, paid in cash or by check', 'ended, $100 not used']] },
    ]),
    refund: textVariable('what goes back to the card', '$12.50'),
    ...claimPrice,
    ...byStaff.variables,
  },
  conditions: {
    ...byStaff.conditions,
    ...claimedAgain,
    listings: { means: 'the person has listings in the directory', example: true },
    refunded: { means: 'money goes back to a card', example: true },
    paidcash: { means: 'a plan was paid in cash or by check', example: false },
  },
  subject: 'Your account for {{site}} is deleted',
  text: [
    'Hello {{username}},',
    'Your account on the {{town}} business directory was deleted on {{date}}.',
    '{{when listings}} Your listings stay in the directory without an owner.',
    '{{when claimed}} If you come back one day, you get one back by a claim, as anybody does: that costs {{price}}, also for what was free.',
    ...vouched,
    '{{plans}}',
    `{{when refunded}} In all, {{refund}} goes back to the card that paid. ${bankDays}`,
    '{{cash}}',
    '{{when paidcash}} We give that back as you paid it. Please answer this email, so that we know how to reach you.',
    '{{when not staff}} This is the last email about this account. If it was not you who deleted it, answer this email at once.',
    '{{when staff}} This is the last email about this account. If you did not ask for it, answer this email at once.',
  ],
});

export const leavingMails = [laterMail, farewellMail] as const;

interface Later extends Ends, Pick<Leaving, 'listings'> {
  username: string;
  creditCents: number;
  until: Date;
  by?: ByStaff | undefined;
}

export function laterLetter(
  { city, env }: Sender,
  { username, creditCents, until, by, ...ends }: Later,
): LaidOutLetter {
  const { timeZone } = city.facts;
  const deletesAt = until.toISOString();
  const earlier = endsBefore(ends, deletesAt, timeZone);
  return composeLetter({ city, env }, laterMail, {
    username,
    date: formatDate(until, timeZone),
    plans: endsInFacts(ends, deletesAt, timeZone),
    credited: creditCents > 0,
    credit: formatDollars(creditCents),
    early: earlier.length > 0,
    earlier: earlier.join(' '),
    listings: ends.listings.length > 0,
    without: withoutOwner(ends, deletesAt, timeZone),
    account: `${env.siteUrl}/account`,
    ...claimValues(city, ends.listings.length > 0),
    ...staffValues(by),
  });
}

function endsInFacts(
  { plans, cashPlans, prepaid, takenOver }: Ends,
  deletesAt: string,
  timeZone: string,
): LetterPart[] {
  const ends = (at: string) => `ends ${formatDate(lastDayWith(at, deletesAt), timeZone)}`;
  const facts: [string, string][] = [
    ...plans.map((plan): [string, string] => [
      planTitle(plan),
      [plan.lastDay ? ends(plan.lastDay) : 'ends', ...(plan.paidThrough === null ? ['not charged'] : [])].join(', '),
    ]),
    ...takenOver.map((one): [string, string] => [takenOverTitle(one), ends(one.until)]),
    ...cashPlans.map(({ endsAt }): [string, string] => [cashTitle, ends(endsAt)]),
    ...prepaid.map((one): [string, string] => [prepaidTitle(one), ends(one.endsAt)]),
  ];
  return facts.map((fact) => ({ facts: [fact] }));
}

const claimValues = ({ facts: { prices } }: Sender['city'], hasListings: boolean) => ({
  claimed: hasListings && prices.claim > 0,
  price: describePrice(prices, 'claim'),
});

const staffValues = (by: ByStaff | undefined) => ({
  staff: by !== undefined,
  by: withoutLinks(by?.username ?? ''),
  reason: by ? [{ quote: by.reason }] : [],
});

interface Farewell {
  username: string;
  ended: readonly EndedPlan[];
  cash: readonly CashPlan[];
  prepaid: readonly PrepaidPremium[];
  creditCents: number;
  hasListings: boolean;
  at: Date;
  by?: ByStaff | undefined;
}

export function farewellLetter(
  { city, env }: Sender,
  { username, ended, cash, prepaid, creditCents, hasListings, at, by }: Farewell,
): LaidOutLetter {
  const refund = ended.reduce((sum, { refundCents }) => sum + (refundCents ?? 0), creditCents);
  return composeLetter({ city, env }, farewellMail, {
    username,
    date: formatDate(at, city.facts.timeZone),
    plans: [
      ...ended.map((plan): LetterPart => ({ facts: [[planTitle(plan), fateOfPlan(plan, at)]] })),
      ...(creditCents > 0 ? [{ facts: [['Credit', `${formatDollars(creditCents)} given back`]] } as LetterPart] : []),
      ...prepaid.map(
        (one): LetterPart => ({
          facts: [[prepaidTitle(one), `stays with the listing until ${formatDate(one.endsAt, city.facts.timeZone)}`]],
        }),
      ),
    ],
    refunded: refund > 0,
    refund: formatDollars(refund),
    cash: cash.map(
      ({ receipt, unusedCents }): LetterPart => ({
        facts: [[cashTitle, `ended, ${formatDollars(unusedCents)} not used; receipt ${receipt}`]],
      }),
    ),
    paidcash: cash.length > 0,
    listings: hasListings,
    ...claimValues(city, hasListings),
    ...staffValues(by),
  });
}

/** To staff. Names the receipt alone: the person's address goes with the account. */
export function cashBackLetter(
  { city, env }: Sender,
  { receipt, unusedCents }: CashPlan,
  { isMailed, by }: { isMailed: boolean; by?: ByStaff | undefined },
) {
  const amount = formatDollars(unusedCents);
  const letter = layOutLetter(city, env, {
    subject: `${amount} to give back in cash or by check`,
    parts: [
      `${by ? 'An account was deleted by staff' : 'Somebody has deleted their account'} before a plan was used up that was paid in cash or by check. ${amount} of it is not used. ${isMailed ? 'Our farewell email asks them to write to you.' : 'They had never confirmed their mailbox, so no email went there. They may write to you.'}`,
      { facts: [['Receipt', receipt]] },
    ],
  });
  return { to: city.facts.contact.email, ...letter };
}

export function fateOfPlan({ refundCents, state, paidThrough }: EndedPlan, at: Date): string {
  if (refundCents !== null && refundCents > 0) return `ended, ${formatDollars(refundCents)} given back`;
  if (state === 'disputed') return 'ended; the payment is disputed, so the bank decides about the money';
  if (paidThrough === null) return 'ended, not charged';
  return new Date(paidThrough) <= at ? 'ended, its paid time was used up' : 'ended, nothing was left to give back';
}
