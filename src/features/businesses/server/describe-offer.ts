import { formatDate } from '#shared/dates.ts';
import type { OwnOffer } from '../offer-form.ts';

/** For the history: 'A free cookie (with any coffee), until December 5, 2026'. */
export function describeOffer({ title, text, until }: Omit<OwnOffer, 'id'>): string {
  return `${title}${text === null ? '' : ` (${text})`}, until ${formatDate(`${until}T12:00:00Z`, 'UTC')}`;
}
