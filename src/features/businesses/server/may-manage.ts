/** The one rule of who may do what with a listing (docs/product-rules.md#managers). */
import { eq, type SQL, sql } from 'drizzle-orm';
import { businesses } from '#server/db/schema/index.ts';

/**
 * 'edit': its fields, pictures, hours and offers. 'messages': what visitors write to it. 'insights': its numbers. 'own': money, the people
 * who manage it, and handing it over.
 */
export type ListingRight = 'edit' | 'messages' | 'insights' | 'own';

const rightsOfManagers: ReadonlySet<ListingRight> = new Set(['edit', 'messages', 'insights']);

/** A condition on a row of businesses: this person may do it. A manager's place ends with the ownership of who gave it. */
export function mayManage(userId: string, right: ListingRight): SQL {
  const isOwner = eq(businesses.ownerId, userId);
  if (!rightsOfManagers.has(right)) return isOwner;
  return sql`(${isOwner} or exists (
    select 1 from listing_managers m
    where m.business_id = ${businesses.id} and m.user_id = ${userId} and m.invited_by = ${businesses.ownerId}
  ))`;
}
