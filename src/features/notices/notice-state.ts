/** When a notice is up, by its times and by what staff did. */
import { type Severity, severities } from './contract.ts';

export const noticeStates = ['up', 'planned', 'ended', 'taken down'] as const;
export type NoticeState = (typeof noticeStates)[number];

interface Times {
  startsAt: Date;
  endsAt: Date | null;
  takenDownAt: Date | null;
}

export function noticeState({ startsAt, endsAt, takenDownAt }: Times, now: Date): NoticeState {
  if (takenDownAt !== null) return 'taken down';
  if (endsAt !== null && endsAt <= now) return 'ended';
  return startsAt > now ? 'planned' : 'up';
}

/** The most severe first, then the one that began last. */
export function compareNotices(
  a: { severity: Severity; startsAt: Date },
  b: { severity: Severity; startsAt: Date },
): number {
  const rank = severities.indexOf(b.severity) - severities.indexOf(a.severity);
  return rank || b.startsAt.getTime() - a.startsAt.getTime();
}

/** The next instant at which one of them begins or ends: until then, a stored page is right. */
export function nextChange(notices: readonly Times[], now: Date): Date | null {
  const later = notices
    .flatMap(({ startsAt, endsAt }) => (endsAt === null ? [startsAt] : [startsAt, endsAt]))
    .filter((instant) => instant > now)
    .map((instant) => instant.getTime());
  return later.length === 0 ? null : new Date(Math.min(...later));
}
