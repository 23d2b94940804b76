import { minuteMs } from '#shared/times.ts';

/** '5 min', '3 h', '2 days': the largest unit that fits, rounded down. */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

/** '5 min ago'; 'just now' for less than a minute. */
export const agoText = (ms: number): string => (ms < minuteMs ? 'just now' : `${ageText(ms)} ago`);

/** '5 min old'; 'just in' for less than a minute. */
export const oldText = (ms: number): string => (ms < minuteMs ? 'just in' : `${ageText(ms)} old`);
