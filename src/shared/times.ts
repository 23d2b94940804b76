/** Lengths of time in milliseconds. A calendar day may have 23 or 25 hours: dates.ts counts those. */
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;
