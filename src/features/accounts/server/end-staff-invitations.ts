import { eq, or, sql } from 'drizzle-orm';
import { type AuditActor, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { staffInvitations } from '#server/db/schema/index.ts';

interface Changed {
  id: string;
  email: string;
  /** False: what the person has sent out as an administrator ends, too. */
  isAdministrator: boolean;
}

/** Ends the invitation of somebody whose rights change, or who is banned: it was sent before anybody knew that. */
export async function endStaffInvitations(
  tx: Database,
  { id, email, isAdministrator }: Changed,
  actor: AuditActor,
): Promise<void> {
  const isTo = sql`lower(${staffInvitations.email}) = lower(${email})`;
  const ended = await tx
    .delete(staffInvitations)
    .where(isAdministrator ? isTo : or(isTo, eq(staffInvitations.invitedBy, id)))
    .returning();
  for (const invitation of ended) {
    await writeAudit(tx, {
      ...actor,
      action: 'user.staff-invitation-ended',
      subjectType: 'staff-invitation',
      subjectId: invitation.id,
      data: { email: invitation.email, rights: invitation.rights },
    });
  }
}
