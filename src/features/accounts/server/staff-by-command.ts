/** Lists the staff of a site, and takes somebody out of it, for `npm run staff`. */

import { asc, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { endSessions } from './end-sessions.ts';
import { endStaffInvitations } from './end-staff-invitations.ts';
import { hasMailbox } from './has-mailbox.ts';
import { keepOneAdministrator } from './keep-one-administrator.ts';
import { hasFactor } from './second-factor-state.ts';
import { sendRoleMails } from './staff-letters.ts';

interface StaffMember {
  username: string;
  email: string;
  rights: StaffRight[];
  hasFactor: boolean;
}

export function listStaff(db: Database): Promise<StaffMember[]> {
  const { username, email, rights, role } = users;
  return db.select({ username, email, rights, hasFactor }).from(users).where(eq(role, 'staff')).orderBy(asc(username));
}

/**
 * Makes a member of staff an owner again and ends every session; the person and all administrators are told.
 * @throws Problem 'not_found', 'conflict' for somebody who is no staff, and for the last administrator
 */
export function removeStaff(
  db: Database,
  email: string,
  services: Pick<Services, 'city' | 'env'>,
): Promise<{ username: string }> {
  return db.transaction(async (tx) => {
    const isThis = hasMailbox(email);
    const [known] = await tx.select({ id: users.id }).from(users).where(isThis);
    if (known === undefined) throw new Problem('not_found', `There is no account with the email ${email}.`);
    await keepOneAdministrator(tx, known.id);
    const [person] = await tx.select().from(users).where(eq(users.id, known.id)).for('update');
    if (person?.role !== 'staff') throw new Problem('conflict', `${email} is not staff.`);
    await tx.update(users).set({ role: 'owner', rights: [] }).where(eq(users.id, person.id));
    const ended = await endSessions(tx, person.id);
    await writeAudit(tx, {
      ...{
        actorId: null,
        by: 'operator',
        action: 'user.removed-from-staff',
        subjectType: 'user',
        subjectId: person.id,
      },
      data: { username: person.username, role: ['staff', 'owner'], rights: [person.rights, []], ended },
    });
    const { id, email: mailbox } = person;
    await endStaffInvitations(tx, { id, email: mailbox, isAdministrator: false }, { actorId: null, by: 'operator' });
    await sendRoleMails(tx, { person, rights: [], had: person.rights, actorId: null }, services);
    return { username: person.username };
  });
}
