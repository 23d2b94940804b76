/** The undo of an import leaves listings with which people have dealt since: one rule for the undo and for the page that names them. */
import { sql } from 'drizzle-orm';

/** Words of people, and what is theirs or was paid for, would go with the listing `b`. */
export const isInUse = sql`(
  exists (select from claims x where x.business_id = b.id)
  or exists (select from recommendations x where x.business_id = b.id)
  or exists (select from business_messages x where x.business_id = b.id)
  or exists (select from corrections x where x.business_id = b.id)
  or exists (select from reports x where x.business_id = b.id)
  or exists (select from events x where x.business_id = b.id)
  or exists (select from listing_orders x where x.business_id = b.id))`;

/**
 * Why the listing `b` of the change `c` would stay; null: the undo takes it back. A later import is named by the reader, because it is no
 * reason of its own: it has raised the version.
 */
export const whyItStays = sql`case
  when b.version <> c.version_after then 'edited'
  when c.before is null and b.owner_id is not null
    or c.before is not null and b.owner_id is distinct from (c.before->>'owner_id')::uuid then 'owned'
  when c.before is null and ${isInUse} then 'in-use' end`;
