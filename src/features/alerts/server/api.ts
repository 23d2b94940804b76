import { eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { type SessionUser, serve } from '#server/http/serve.ts';
import { hasRight, whyNotAllowed } from '#shared/has-right.ts';
import { Problem } from '#shared/problem.ts';
import { alertSubjectNames, alertSubjects } from '../alert-subjects.ts';
import { type Alert, listAlerts, setAlert } from '../contract.ts';

async function readAlerts(db: Database, { id, rights }: SessionUser): Promise<Alert[]> {
  const [row] = await db.select({ alerts: users.alerts }).from(users).where(eq(users.id, id));
  return alertSubjectNames
    .filter((subject) => hasRight(rights, alertSubjects[subject].rights))
    .map((subject) => ({ subject, isOn: row?.alerts.includes(subject) === true }));
}

export const alertsApi = [
  serve(listAlerts, (_, { db, user }) => readAlerts(db, requireUser(user))),
  serve(setAlert, ({ body: { subject, isOn } }, { db, user }) => {
    const actor = requireUser(user);
    const { rights } = alertSubjects[subject];
    if (!hasRight(actor.rights, rights)) throw new Problem('forbidden', whyNotAllowed(rights));
    if (isOn && !actor.emailVerified) {
      throw new Problem('conflict', 'Please confirm your email address first, on your account page.');
    }
    return db.transaction(async (tx) => {
      const others = sql`array_remove(${users.alerts}, ${subject})`;
      await tx
        .update(users)
        .set({ alerts: isOn ? sql`array_append(${others}, ${subject})` : others })
        .where(eq(users.id, actor.id));
      const line = { subjectType: 'user', subjectId: actor.id, data: { subject } };
      await writeAudit(tx, { actorId: actor.id, action: isOn ? 'alerts.on' : 'alerts.off', ...line });
      return readAlerts(tx, actor);
    });
  }),
];
