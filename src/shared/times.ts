/** Lengths of time in milliseconds. A calendar day may have 23 or 25 hours: dates.ts counts those. */
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Limits, cookies, queues and Stripe count in seconds. */
export const minuteSeconds = 60;
export const hourSeconds = 3_600;
export const daySeconds = 86_400;

/** An act can be undone from its toast for this long (docs/product-rules.md#undo). */
export const undoMs = 30_000;
