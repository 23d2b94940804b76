import { formatDate } from '#shared/dates.ts';

/** '2026-12-05' gives 'December 5, 2026'. */
export const offerDay = (day: string) => formatDate(`${day}T12:00:00Z`, 'UTC');
