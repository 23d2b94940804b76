/** Rules of premium without input and output (docs/product-rules.md#premium). */

/**
 * The grace is added this long before the paid time ends, so that nobody loses premium between the end of a
 * period and its payment.
 */
export const renewalLeadMinutes = 60;
