import { and, eq } from 'drizzle-orm';
import { lastActor, oneself } from '#features/audit/server/last-actor.ts';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { mayManage } from './may-manage.ts';

/** Each state in words, and the acts that lead to it: an edit after a decision is no decision. */
const deeds = {
  pending: { words: 'sent back', actions: ['business.undone', 'business.resubmitted'] },
  approved: { words: 'approved', actions: ['business.approved', 'business.shown', 'business.undone'] },
  rejected: { words: 'rejected', actions: ['business.rejected', 'business.given-existing', 'business.undone'] },
  hidden: { words: 'hid', actions: ['business.hidden', 'business.taken-off-by-owner', 'business.undone'] },
} as const;

/** The refusal of a second decision on a listing, which names the person who was first, and when. */
export async function decidedAlready(
  tx: Database,
  { id, name, status }: Pick<typeof businesses.$inferSelect, 'id' | 'name' | 'status'>,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<Problem> {
  const { words, actions } = deeds[status];
  const { who, ago } = await lastActor(tx, { subjectType: 'business', subjectId: id, actions }, request);
  // It may have been in this very tab: the list comes again a moment after the act.
  return new Problem('conflict', `${who === oneself ? 'You' : who} ${words} ${name}${ago}.`);
}

/** The acts that make a new version of a listing; a question about it, a photo, or its owner's way off and on again does not. */
const newVersion = [
  ...['business.edited', 'business.resubmitted', 'business.edit-undone', 'business.edit-redone'],
  ...['business.undone', 'business.merged'],
  ...['business.approved', 'business.rejected', 'business.given-existing', 'business.hidden', 'business.shown'],
];

/** Tells who has changed a listing, for the refusal of an edit of its former version: 'amy changed this business just now.' */
export async function changedSince(
  tx: Database,
  id: string,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<string> {
  const { user } = request;
  // Owner and managers of one listing read each other's names on its page of people.
  const isColleague = async (actorId: string) => {
    const manage = (userId: string) => mayManage(userId, 'edit');
    const both = user === null ? undefined : and(eq(businesses.id, id), manage(actorId), manage(user.id));
    return both !== undefined && (await tx.select({ id: businesses.id }).from(businesses).where(both)).length > 0;
  };
  const edits = { subjectType: 'business', subjectId: id, actions: newVersion, isColleague };
  const { who, ago } = await lastActor(tx, edits, request);
  return `${who} changed this business${ago}.`;
}
