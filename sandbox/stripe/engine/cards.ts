/** Stripe's test cards and their behavior. */

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

export interface TestCard {
  number: string;
  brand: 'visa' | 'mastercard';
  /** Every charge is declined; attaching it to a customer too. */
  declines?: Decline;
  /** Attaching succeeds; every charge is declined. */
  declinesCharges?: Decline;
  /**
   * Asks for a confirmation step: 'once', after which renewals succeed, or 'always', so that renewals fail.
   */
  challenge?: 'once' | 'always';
  /** Declined after the confirmation step. */
  declinesAfterChallenge?: Decline;
  /** The charge succeeds and is disputed at once. */
  dispute?: 'fraudulent' | 'inquiry';
}

const declineMessages: Record<string, Decline> = {
  generic_decline: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
};

/** Finds a decline by Stripe's code for the reason; an unknown code is a decline without a reason. */
export function declineFor(reason: string): Decline {
  return declineMessages[reason] ?? { code: 'card_declined', decline_code: reason, message: 'Your card was declined.' };
}

const cards: TestCard[] = [
  { number: '4242424242424242', brand: 'visa' },
  { number: '5555555555554444', brand: 'mastercard' },
  { number: '4000000000000002', brand: 'visa', declines: declineFor('generic_decline') },
  { number: '4000000000009995', brand: 'visa', declines: declineFor('insufficient_funds') },
  { number: '4000000000000069', brand: 'visa', declines: declineFor('expired_card') },
  { number: '4000000000000127', brand: 'visa', declines: declineFor('incorrect_cvc') },
  { number: '4000000000000119', brand: 'visa', declines: declineFor('processing_error') },
  { number: '4000002500003155', brand: 'visa', challenge: 'once' },
  { number: '4000002760003184', brand: 'visa', challenge: 'always' },
  {
    number: '4000008260003178',
    brand: 'visa',
    challenge: 'always',
    declinesAfterChallenge: declineFor('insufficient_funds'),
  },
  { number: '4000000000000341', brand: 'visa', declinesCharges: declineFor('generic_decline') },
  { number: '4000000000000259', brand: 'visa', dispute: 'fraudulent' },
  { number: '4000000000001976', brand: 'visa', dispute: 'inquiry' },
  { number: '4000000000003220', brand: 'visa', challenge: 'always' },
];

/** Names that stand for a card in API calls. Each use makes a new payment method. */
const names: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeInquiry: '4000000000001976',
  tok_visa: '4242424242424242',
  tok_mastercard: '5555555555554444',
  tok_chargeDeclined: '4000000000000002',
  tok_chargeCustomerFail: '4000000000000341',
};

export function numberOfName(name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Undefined for a number that no card can have. Every other well-formed number is a good card. */
export function cardOfNumber(number: string): TestCard | undefined {
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) return undefined;
  return (
    cards.find((card) => card.number === number) ?? { number, brand: number.startsWith('5') ? 'mastercard' : 'visa' }
  );
}
