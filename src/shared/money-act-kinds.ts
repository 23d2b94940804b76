/** All that staff do about a person's money or plan. */
export const moneyActKinds = [
  'refund',
  'credit',
  'discount',
  'discount-end',
  // A plan that a card pays for is to end with its paid time, or goes on after all.
  'plan-end',
  'plan-kept',
  'complimentary',
  'cash',
  // These three are about a cash plan: money that went back, money that never came, and a booking that was typed wrongly.
  'cash-back',
  'cash-missing',
  'correction',
] as const;
