/** How often one client may do what; counted in the database, for all processes together. */

export interface Limit {
  most: number;
  perSeconds: number;
}

const minute = 60;
const hour = 3600;

export const limits = {
  /** Wrong tries count; a right one is given back. */
  'log-in-account': { most: 10, perSeconds: 15 * minute },
  'log-in-address': { most: 50, perSeconds: 15 * minute },
  /** Wrong passwords in an open session, by session. */
  'own-password': { most: 10, perSeconds: 15 * minute },
  registration: { most: 30, perSeconds: hour },
  /** By mailbox. */
  'reset-mail': { most: 3, perSeconds: hour },
  'verification-mail': { most: 3, perSeconds: hour },
  /** Asking for and using mailed links, by client address. */
  'link-address': { most: 60, perSeconds: hour },
  /** Codes of an authenticator app, by person. */
  'second-factor': { most: 10, perSeconds: 15 * minute },
  contact: { most: 20, perSeconds: hour },
  newsletter: { most: 20, perSeconds: hour },
  /** Reports of a mail service, by its address: a bad list may bounce all at once. */
  'newsletter-bounces': { most: 20_000, perSeconds: hour },
  /** Test mails of an issue. */
  'newsletter-tests': { most: 60, perSeconds: hour },
  /** Each is a mail to staff. */
  submissions: { most: 20, perSeconds: hour },
  /** Asked while an address is typed. */
  'address-suggestions': { most: 1200, perSeconds: hour },
  uploads: { most: 200, perSeconds: hour },
  reports: { most: 20, perSeconds: hour },
  suggestions: { most: 20, perSeconds: hour },
  /** By mailbox: each is a mail to an address that nobody has confirmed. */
  'suggestion-mail': { most: 5, perSeconds: hour },
  /** Each asks Stripe a question or two. */
  checkouts: { most: 60, perSeconds: hour },
  /** The dashboard asks by itself, for each payment page that is open; that must not take from those that are wanted. */
  'checkout-looks': { most: 300, perSeconds: hour },
  /** Decisions 3: so that nobody tries out stolen cards here. */
  'payment-intents': { most: 10, perSeconds: 10 * minute },
  'listing-orders': { most: 60, perSeconds: hour },
  /** Each is an HMAC and at most one row read; a room full of people behind one address must not run out. */
  'csrf-token': { most: 3000, perSeconds: hour },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
