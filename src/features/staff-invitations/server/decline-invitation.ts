import { eq } from 'drizzle-orm';
import { lockAdministrators } from '#features/accounts/server/keep-one-administrator.ts';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import { users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { mailStaffDeclined } from './invitation-mail.ts';
import { takeOpen } from './open-invitations.ts';

/** Ends an invitation and mails who sent it. The mailed link is enough: it proves the mailbox. @throws Problem 'not_found' */
export async function decline(token: string, request: ApiRequest): Promise<string> {
  const { db, now, user } = request;
  return db.transaction(async (tx) => {
    await lockAdministrators(tx);
    const { id, email, rights, invitedBy } = await takeOpen(tx, token, now());
    await writeAudit(tx, {
      ...actorOr(user?.id, 'link'),
      action: 'user.staff-invitation-declined',
      subjectType: 'staff-invitation',
      subjectId: id,
      data: { email, rights },
    });
    const [inviter] = await tx.select().from(users).where(eq(users.id, invitedBy));
    if (inviter === undefined) throw new TypeError('an open invitation has nobody who sent it');
    await mailStaffDeclined(tx, { inviter, email, rights }, request);
    return `You declined. ${inviter.username} is told by mail.`;
  });
}
