import type { TimeDriven } from '../engine/clock.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import { earliest, timeDriven } from '../engine/time-driven.ts';
import { expireSession } from './pay-session.ts';

/** Sessions expire by the wall clock, even when their customer is on a test clock. */
export function sessionsInTime(sandbox: Sandbox): TimeDriven {
  return timeDriven((clock) =>
    clock === null
      ? earliest(
          sandbox.store.checkoutSessions
            .where(({ status }) => status === 'open')
            .map((session) => ({ at: session.expires_at, run: () => expireSession(sandbox, session) })),
        )
      : undefined,
  );
}
