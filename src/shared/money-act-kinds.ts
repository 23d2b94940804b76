/** All that staff do about a person's money or plan. */
export const moneyActKinds = [
  'refund',
  'credit',
  'discount',
  'discount-end',
  'complimentary',
  'cash',
  // These three are about a cash plan: money that went back, money that never came, and a booking that was typed wrongly.
  'cash-back',
  'cash-missing',
  'correction',
] as const;
