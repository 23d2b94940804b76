import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { readLonePremium } from '#features/billing/server/lone-premium.ts';
import { passClaimsOn } from '#features/claims/server/hand-over-claims.ts';
import { noticeHandOver } from '#features/claims/server/hand-over-letters.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import { businesses, listingInvitations, listingManagers, statisticsLetters } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { mailNewManager, mailNewOwner } from './manager-letters.ts';
import { lockOpen, type Named } from './open-invitations.ts';
import { readTerms } from './read-terms.ts';
import { tellManagersOfNewOwner } from './tell-managers.ts';

/** @throws Problem 'not_found', 'conflict' for another mailbox, an unconfirmed one, and a listing with a payment that is open */
export async function acceptInvitation(named: Named, request: ApiRequest): Promise<string> {
  const { db, now } = request;
  const user = requireUser(request.user);
  return db.transaction(async (tx) => {
    const { invitation, business, owner } = await lockOpen(tx, named, now());
    if (invitation.email.toLowerCase() !== user.email.toLowerCase()) {
      throw new Problem('conflict', `This invitation is for ${invitation.email}. Please log in with that address.`);
    }
    if (!user.emailVerified) {
      throw new Problem('conflict', 'Please confirm your email address first, then open this link again.');
    }
    const subject = { subjectType: 'business', subjectId: business.id } as const;
    await tx.delete(listingInvitations).where(eq(listingInvitations.id, invitation.id));
    if (invitation.kind === 'manager') {
      const place = { invitedBy: owner.id, createdAt: now() };
      await tx
        .insert(listingManagers)
        .values({ businessId: business.id, userId: user.id, ...place })
        .onConflictDoUpdate({ target: [listingManagers.businessId, listingManagers.userId], set: place });
      const data = { manager: user.id };
      await writeAudit(tx, { actorId: user.id, action: 'business.manager-added', ...subject, data });
      await mailNewManager(tx, owner, { business, manager: user.username }, request);
      return `You now manage ${business.name}.`;
    }
    const { notYet } = await readTerms(tx, { businessId: business.id, ownerId: owner.id }, now());
    if (notYet !== null) {
      const open = `A payment for ${business.name} is still open, so it cannot change hands yet.`;
      throw new Problem('conflict', `${open} Please ask ${owner.username}, and try again later.`);
    }
    const change = { businessId: business.id, fromId: owner.id, toId: user.id, by: 'owner', actorId: user.id } as const;
    const { paid } = await passClaimsOn(tx, change, request);
    await tx.update(businesses).set({ ownerId: user.id, updatedAt: now() }).where(eq(businesses.id, business.id));
    const left = await tellManagersOfNewOwner(tx, { business, newOwnerId: user.id }, request);
    await tx.delete(listingManagers).where(eq(listingManagers.businessId, business.id));
    await tx.delete(listingInvitations).where(eq(listingInvitations.businessId, business.id));
    await tx.delete(statisticsLetters).where(eq(statisticsLetters.businessId, business.id));
    const data = { ownerId: [owner.id, user.id], ...(left.ids.length > 0 ? { managers: left.ids } : {}) };
    await writeAudit(tx, { actorId: user.id, action: 'business.handed-over', ...subject, data });
    await followPremium(tx, business.id);
    await announceChange(tx, ['businesses', `business:${business.id}`]);
    const lone = await readLonePremium(tx, { businessId: business.id, ownerId: owner.id });
    const told = { business, owner: user.username, reason: null, paid, lone };
    for (const to of [owner, user]) {
      await mailNewOwner(tx, to, { ...told, isOwner: to.id === user.id }, request);
    }
    if (paid !== null) await noticeHandOver(tx, { business, from: owner, to: user, until: paid.until }, request);
    return `${business.name} is yours now.`;
  });
}
