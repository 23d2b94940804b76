/** How often one client may do what; counted in the database, for all processes together. */

export interface Limit {
  max: number;
  perSeconds: number;
}

const minute = 60;
const hour = 3600;
const day = 24 * hour;
/** Counted, never refused: slow-down.ts makes later tries wait. */
const unlimited = Number.MAX_SAFE_INTEGER;

export const limits = {
  // Wrong tries to log in count; a right one is given back. docs/running.md#log-in-under-attack
  /** By mailbox and network together: guesses from elsewhere do not shut the owner out. */
  'log-in-account': { max: 10, perSeconds: 15 * minute },
  'log-in-address': { max: 50, perSeconds: 15 * minute },
  /** By mailbox, from everywhere. */
  'log-in-mailbox': { max: unlimited, perSeconds: 15 * minute },
  /** By browser, for one that signed in before; in place of the three above. */
  'log-in-browser': { max: 10, perSeconds: 15 * minute },
  /** Wrong passwords in an open session, by session. */
  'own-password': { max: 10, perSeconds: 15 * minute },
  registration: { max: 30, perSeconds: hour },
  /** By mailbox. */
  'reset-mail': { max: 3, perSeconds: hour },
  /** By mailbox, for requests beyond those: they are answered with a mail only when no mailed link works any more. */
  'reset-mail-again': { max: 20, perSeconds: hour },
  /** By client address. */
  'reset-address': { max: 60, perSeconds: hour },
  /** By client address beyond those: a mailbox that nobody has asked for still gets its mail. */
  'reset-address-again': { max: 600, perSeconds: hour },
  /** By mailbox, for requests from such a busy address. */
  'reset-mail-first': { max: 1, perSeconds: hour },
  /** By mailbox, at sign-up as well. */
  'verification-mail': { max: 3, perSeconds: hour },
  /** By person, and by the mailbox that is to be the new one. */
  'change-email': { max: 3, perSeconds: hour },
  'change-email-mailbox': { max: 3, perSeconds: hour },
  /** Links that open nothing, by client address. One that works is never refused. */
  'link-address': { max: 60, perSeconds: hour },
  // Wrong codes of an authenticator app count; a right one is given back.
  /** By person and network together. */
  'second-factor': { max: 10, perSeconds: 15 * minute },
  /** By person, from everywhere: 100 guesses an hour find one of three valid codes in a million about once in 140 days. */
  'second-factor-person': { max: 100, perSeconds: hour },
  /** By browser, for one in which the person gave a code before; in place of the two above. */
  'second-factor-browser': { max: 10, perSeconds: 15 * minute },
  /** By person: the mail that says that somebody knows the password. */
  'second-factor-mail': { max: 1, perSeconds: day },
  contact: { max: 20, perSeconds: hour },
  newsletter: { max: 20, perSeconds: hour },
  /** Reports of a mail service, by its address: a bad list may bounce all at once. */
  'newsletter-bounces': { max: 20_000, perSeconds: hour },
  /** Test mails of an issue. */
  'newsletter-tests': { max: 60, perSeconds: hour },
  /** Each is a mail to staff. */
  submissions: { max: 20, perSeconds: hour },
  /** Asked while an address is typed. */
  'address-suggestions': { max: 1200, perSeconds: hour },
  uploads: { max: 200, perSeconds: hour },
  reports: { max: 20, perSeconds: hour },
  suggestions: { max: 20, perSeconds: hour },
  /** By mailbox: each is a mail to an address that nobody has confirmed. */
  'suggestion-mail': { max: 5, perSeconds: hour },
  /** Each asks Stripe a question or two. */
  checkouts: { max: 60, perSeconds: hour },
  /** The dashboard asks by itself, for each payment page that is open; that must not take from those that are wanted. */
  'checkout-looks': { max: 300, perSeconds: hour },
  /** Keeps people from testing stolen cards here. */
  'payment-intents': { max: 10, perSeconds: 10 * minute },
  'listing-orders': { max: 60, perSeconds: hour },
  /** Each is an HMAC and at most one row read; a room full of people behind one address must not run out. */
  'csrf-token': { max: 3000, perSeconds: hour },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
