import { eq } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import { listingInvitations } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { mailDeclined } from './manager-letters.ts';
import { lockOpen, type Named } from './open-invitations.ts';

/** Ends an invitation and mails the owner who sent it. The mailed link is enough: it proves the mailbox. @throws Problem 'not_found' */
export async function declineInvitation(named: Named, request: ApiRequest): Promise<string> {
  const { db, now, user } = request;
  return db.transaction(async (tx) => {
    const { invitation, business, owner } = await lockOpen(tx, named, now());
    const { id, email, kind } = invitation;
    await tx.delete(listingInvitations).where(eq(listingInvitations.id, id));
    await writeAudit(tx, {
      ...actorOr(user?.id, 'link'),
      action: 'business.invitation-declined',
      subjectType: 'business',
      subjectId: business.id,
      data: { email },
    });
    await mailDeclined(tx, owner, { business, email, isHandOver: kind === 'owner' }, request);
    return `You declined. ${owner.username} is told by mail.`;
  });
}
