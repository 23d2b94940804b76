/** The life of a session: after its last use, and in all. */
import type { SessionUser } from '#server/http/serve.ts';
import { dayMs, hourMs } from '#shared/times.ts';

const lives: Record<SessionUser['role'], { idleMs: number; totalMs: number }> = {
  owner: { idleMs: 30 * dayMs, totalMs: 90 * dayMs },
  staff: { idleMs: 12 * hourMs, totalMs: 7 * dayMs },
};

/** The browser drops the cookie after this time; it gets it anew on each day of use. */
export const cookieDays = 30;

/** When a session that began at `createdAt` ends unless it is used again after `usedAt`. */
export function endOfSession(role: SessionUser['role'], createdAt: Date, usedAt: Date): Date {
  const { idleMs, totalMs } = lives[role];
  return new Date(Math.min(usedAt.getTime() + idleMs, createdAt.getTime() + totalMs));
}
