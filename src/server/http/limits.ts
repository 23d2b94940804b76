/** Limits by client, counted in the database for all processes together (docs/product-rules.md#limits). */
import { daySeconds as day, hourSeconds as hour, minuteSeconds as minute } from '#shared/times.ts';

interface Limit {
  max: number;
  perSeconds: number;
}

/** Counted but never refused: slow-down.ts makes later attempts wait. */
const unlimited = Number.MAX_SAFE_INTEGER;

export const limits = {
  // Wrong log-ins count; a right one is given back. docs/running.md#log-in-under-attack
  /** Key: mailbox and network together, so that guesses from elsewhere do not lock the owner out. */
  'log-in-account': { max: 10, perSeconds: 15 * minute },
  'log-in-address': { max: 50, perSeconds: 15 * minute },
  /** Key: mailbox, from everywhere. */
  'log-in-mailbox': { max: unlimited, perSeconds: 15 * minute },
  /** Key: browser, for one that signed in before; replaces the three above. */
  'log-in-browser': { max: 10, perSeconds: 15 * minute },
  /** Key: session. Wrong passwords in an open session. */
  'own-password': { max: 10, perSeconds: 15 * minute },
  registration: { max: 30, perSeconds: hour },
  /** Key: mailbox. */
  'reset-mail': { max: 3, perSeconds: hour },
  /** Key: mailbox, for requests beyond those: a mail is sent only when no mailed link works any more. */
  'reset-mail-again': { max: 20, perSeconds: hour },
  /** Key: client address. */
  'reset-address': { max: 60, perSeconds: hour },
  /** Key: client address, beyond those: a mailbox for which nobody has asked still gets its mail. */
  'reset-address-again': { max: 600, perSeconds: hour },
  /** Key: mailbox, for requests from such a busy address. */
  'reset-mail-first': { max: 1, perSeconds: hour },
  /** Key: mailbox; includes sign-up. */
  'verification-mail': { max: 3, perSeconds: hour },
  /** Keys: the person, and the new mailbox. */
  'change-email': { max: 3, perSeconds: hour },
  'change-email-mailbox': { max: 3, perSeconds: hour },
  /** Key: client address. Counts links that do not work; a working one is never refused. */
  'link-address': { max: 60, perSeconds: hour },
  // Wrong codes of an authenticator app count; a right one is given back.
  /** Key: person and network together. */
  'second-factor': { max: 10, perSeconds: 15 * minute },
  /**
   * Key: person, from everywhere. 100 guesses an hour find one of three valid codes in a million about once
   * in 140 days.
   */
  'second-factor-person': { max: 100, perSeconds: hour },
  /** Key: browser, for one in which the person gave a code before; replaces the two above. */
  'second-factor-browser': { max: 10, perSeconds: 15 * minute },
  /** Key: person and network together. Answers of passkeys that were refused; a right one is given back. */
  'second-factor-passkey': { max: 20, perSeconds: 15 * minute },
  /** Each one is a row that lives 5 minutes. */
  'passkey-challenge': { max: 300, perSeconds: hour },
  /** Key: person. The mail that somebody knows the password. */
  'second-factor-mail': { max: 1, perSeconds: day },
  /** A test of a mail's words, to the administrator's own mailbox. */
  'mail-text-tests': { max: 60, perSeconds: hour },
  contact: { max: 20, perSeconds: hour },
  newsletter: { max: 20, perSeconds: hour },
  /** Key: the mail service's address. A bad list may bounce all at once. */
  'newsletter-bounces': { max: 20_000, perSeconds: hour },
  /** Test mails of an issue. */
  'newsletter-tests': { max: 60, perSeconds: hour },
  /** Each one is a mail to staff. */
  submissions: { max: 20, perSeconds: hour },
  /** Each one may be a mail to the owner and the managers. */
  'listing-switches': { max: 20, perSeconds: hour },
  /** Called while an address is typed. */
  'address-suggestions': { max: 1200, perSeconds: hour },
  uploads: { max: 200, perSeconds: hour },
  /** Key: the mail service's address. */
  'inbound-mail': { max: 3000, perSeconds: hour },
  /** Key: conversation and side. Each one is a mail to staff or an owner. */
  replies: { max: 30, perSeconds: hour },
  reports: { max: 20, perSeconds: hour },
  corrections: { max: 20, perSeconds: hour },
  /** Key: listing, from everywhere. */
  'corrections-listing': { max: 30, perSeconds: day },
  'business-messages': { max: 20, perSeconds: hour },
  /** Key: listing, from everywhere. Each one is a mail to the owner. */
  'business-messages-listing': { max: 30, perSeconds: day },
  /** Key: message. Each one is a mail to the owner and the managers. */
  'business-message-replies': { max: 20, perSeconds: day },
  /** Key: listing and mailbox. Each one is a mail to a mailbox that wants no answers of this listing. */
  'stopped-mailbox': { max: 1, perSeconds: day },
  /** Key: mailbox. Each one is a mail to an unconfirmed address. */
  'business-message-answers': { max: 10, perSeconds: day },
  /** Key: message, in place of the one above once the visitor has written back. */
  'business-talk-answers': { max: 40, perSeconds: day },
  suggestions: { max: 20, perSeconds: hour },
  /** Key: mailbox. Each one is a mail to an unconfirmed address. */
  'suggestion-mail': { max: 5, perSeconds: hour },
  /** Each one is a mail to a mailbox that an owner typed. */
  'listing-invitations': { max: 20, perSeconds: hour },
  /** Each one is a mail to a mailbox that an administrator typed. */
  'staff-invitations': { max: 60, perSeconds: hour },
  /** Key: mailbox. */
  'staff-invitation-mail': { max: 5, perSeconds: hour },
  recommendations: { max: 20, perSeconds: hour },
  /** Key: mailbox. Each one is a mail to an unconfirmed address. */
  'recommendation-mail': { max: 5, perSeconds: hour },
  /** Key: listing, from everywhere. */
  'recommendations-listing': { max: 60, perSeconds: day },
  /** Each one asks Stripe a question or two. */
  checkouts: { max: 60, perSeconds: hour },
  /** The dashboard asks for each open payment page; this must not use up the limit of real checkouts. */
  'checkout-looks': { max: 300, perSeconds: hour },
  /** Keeps people from testing stolen cards here. */
  'payment-intents': { max: 10, perSeconds: 10 * minute },
  /** Each one asks the payment service. */
  bills: { max: 60, perSeconds: hour },
  /** The dashboard asks each time for those who have a plan. */
  'credit-looks': { max: 300, perSeconds: hour },
  'listing-orders': { max: 60, perSeconds: hour },
  'listing-order-looks': { max: 120, perSeconds: hour },
  /** Key: person. Each one reads a whole list. */
  'staff-downloads': { max: 60, perSeconds: hour },
  /** Each one asks other machines. */
  'site-checks': { max: 60, perSeconds: hour },
  /**
   * Each one is an HMAC and at most one row read; a room full of people behind one address must not run out.
   */
  'csrf-token': { max: 3000, perSeconds: hour },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
