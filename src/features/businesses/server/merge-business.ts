import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import {
  announcements,
  businesses,
  businessMessages,
  businessPhotos,
  businessSlugs,
  claims,
  contactMessages,
  corrections,
  eventSuggestions,
  events,
  listingInvitations,
  listingOrders,
  ownerAnswers,
  recommendations,
  reports,
  subscriptions,
} from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { openClaimStatuses } from '#shared/claim-statuses.ts';
import { dayOf } from '#shared/dates.ts';
import { columnOf, fieldsToFill, type ListingColumn } from '#shared/listing-fields.ts';
import { Problem } from '#shared/problem.ts';
import { placeIn } from '../place.ts';
import { checkProperties } from './check-properties.ts';
import { moveOffers } from './move-offers.ts';
import { notFound } from './own-business.ts';
import { takenWords } from './taken-words.ts';
import { noteOfMerge, rememberListing } from './undo-merge.ts';
import { mailMerged } from './visibility-letters.ts';
import { matchKeys } from './written-fields.ts';

type Row = typeof businesses.$inferSelect;

/** The rule of a merge for each column that no form writes. 'own': fillIn has a rule for it. */
const otherColumns: Record<Exclude<keyof Row, ListingColumn>, 'fill' | 'keep' | 'own'> = {
  ...{
    id: 'keep',
    slug: 'keep',
    status: 'keep',
    rejectionReason: 'keep',
    hiddenByOwner: 'keep',
    submittedById: 'keep',
  },
  ...{ featuredByStaff: 'keep', premiumExpiresAt: 'keep', createdAt: 'keep', approvedAt: 'keep', confirmedAt: 'keep' },
  ...{ takesMessages: 'keep', basicPicture: 'keep' },
  ...{ logoUrl: 'fill', imageUrl: 'fill', ownerId: 'fill' },
  ...{ latitude: 'own', longitude: 'own', placeBy: 'own', source: 'own', sourceId: 'own', websiteBy: 'own' },
  ...{ nameKey: 'own', addressKey: 'own', version: 'own', updatedAt: 'own' },
};

/** Taken over where the kept one has nothing. */
const filledIn = [
  ...fieldsToFill.map(columnOf),
  ...(Object.keys(otherColumns) as (keyof typeof otherColumns)[]).filter((column) => otherColumns[column] === 'fill'),
];

interface Merge {
  /** The one that goes. */
  id: string;
  into: string;
  actorId: string;
  /** For the owner; '' is none. */
  reason: string;
}

/**
 * Merges two listings of one place. The kept one gets the fields that it lacks, and the photos, reports, managers, subscriptions and visits of
 * the other; every address of the other then leads to it. The audit row keeps the other's fields; the owner gets a mail.
 * It can be undone for 30 seconds, and by an administrator for 30 days.
 * @throws Problem 'not_found', 'conflict' (the same one, both have an owner, or the kept one is not approved)
 */
export async function mergeBusiness(
  { id, into, actorId, reason }: Merge,
  request: Pick<ApiRequest, 'db' | 'city' | 'env' | 'now'>,
): Promise<{ id: string; slug: string }> {
  if (id === into) throw new Problem('conflict', 'A business cannot be merged into itself.');
  return inTransaction(request.db, async (tx) => {
    const rows = await tx
      .select()
      .from(businesses)
      .where(inArray(businesses.id, [id, into]))
      .orderBy(asc(businesses.id))
      .for('update');
    const goes = rows.find((row) => row.id === id);
    const stays = rows.find((row) => row.id === into);
    if (!goes || !stays) throw notFound();
    if (stays.status !== 'approved') {
      throw new Problem('conflict', 'The business that is kept must be approved. Please approve it first.');
    }
    if (goes.ownerId !== null && stays.ownerId !== null && goes.ownerId !== stays.ownerId) {
      throw new Problem('conflict', 'Both have an owner. Please settle with them who keeps it first.');
    }
    const remembered = await rememberListing(tx, id, into);
    const filled = await fillIn(tx, goes, stays, request);
    const { addedPhoto, photos } = await movePhotos(tx, goes, stays);
    const today = dayOf(request.now(), request.city.facts.timeZone);
    const { moved: offers, dropped } = await moveOffers(tx, id, into, today);
    await tx.update(contactMessages).set({ businessId: into }).where(eq(contactMessages.businessId, id));
    await tx.update(reports).set({ businessId: into }).where(eq(reports.businessId, id));
    await tx.update(corrections).set({ businessId: into }).where(eq(corrections.businessId, id));
    await tx.update(announcements).set({ businessId: into }).where(eq(announcements.businessId, id));
    await tx.update(eventSuggestions).set({ businessId: into }).where(eq(eventSuggestions.businessId, id));
    await tx.update(events).set({ businessId: into }).where(eq(events.businessId, id));
    await tx.update(businessMessages).set({ businessId: into }).where(eq(businessMessages.businessId, id));
    await tx.update(ownerAnswers).set({ businessId: into }).where(eq(ownerAnswers.businessId, id));
    await moveRecommendations(tx, id, into);
    await movePeople(tx, goes, into);
    await tx.update(subscriptions).set({ businessId: into }).where(eq(subscriptions.businessId, id));
    await tx.update(listingOrders).set({ businessId: into }).where(eq(listingOrders.businessId, id));
    await moveClaims(tx, id, into);
    await addUpCounts(tx, id, into);
    await tx.update(businessSlugs).set({ businessId: into }).where(eq(businessSlugs.businessId, id));
    await tx.delete(businesses).where(eq(businesses.id, id));
    await tx.insert(businessSlugs).values({ slug: goes.slug, businessId: into });
    await writeAudit(tx, {
      actorId,
      action: 'business.merged',
      subjectType: 'business',
      subjectId: into,
      data: {
        ...filled,
        merged: { ...goes },
        ...(dropped.length > 0 ? { 'offers left out': dropped.join('; ') } : {}),
        ...(reason === '' ? {} : { reason }),
      },
    });
    await writeAudit(tx, {
      actorId,
      action: 'business.merged-away',
      subjectType: 'business',
      subjectId: id,
      data: { name: goes.name, into },
    });
    const ownerId = goes.ownerId ?? stays.ownerId;
    const at = request.now();
    const taken = takenWords({ filled, photos, offers });
    const told = { business: stays, gone: goes, taken, ownerId, reason, startAfter: mailAfterUndo(at) };
    const mails = [await mailMerged(tx, told, request)];
    const before = await noteOfMerge(tx, remembered, { stays, filled, addedPhoto });
    await noteAct(tx, { kind: 'merge', actorId, subjectId: into, before, version: stays.version + 1, mails, at });
    await announceChange(tx, ['businesses', 'categories', 'missing', `business:${id}`, `business:${into}`]);
    return { id: stays.id, slug: stays.slug };
  });
}

/** Moves the claims. If one person has open claims on both, one moves; the other loses its listing and is closed without a charge. */
async function moveClaims(tx: Database, id: string, into: string): Promise<void> {
  const hasOther = sql`exists (
    select 1 from claims o where o.business_id = ${into} and o.user_id = ${claims.userId} and o.status in ${openClaimStatuses}
  )`;
  await tx
    .update(claims)
    .set({ businessId: into })
    .where(and(eq(claims.businessId, id), sql`not (${claims.status} in ${openClaimStatuses} and ${hasOther})`));
}

/** Managers and open invitations follow the owner who asked for them. */
async function movePeople(tx: Database, { id, ownerId }: Row, into: string): Promise<void> {
  if (ownerId === null) return;
  await tx.execute(sql`
    insert into listing_managers (business_id, user_id, invited_by, created_at)
    select ${into}::uuid, user_id, invited_by, created_at from listing_managers
    where business_id = ${id} and invited_by = ${ownerId}
    on conflict (business_id, user_id) do update set invited_by = excluded.invited_by`);
  await tx
    .update(listingInvitations)
    .set({ businessId: into })
    .where(and(eq(listingInvitations.businessId, id), eq(listingInvitations.invitedBy, ownerId)));
}

/** Each mailbox recommends a listing once: the kept listing's own stand. */
async function moveRecommendations(tx: Database, id: string, into: string): Promise<void> {
  const hasOther = sql`exists (
    select 1 from recommendations o where o.business_id = ${into} and lower(o.email) = lower(${recommendations.email})
      and o.status <> 'unconfirmed'
  )`;
  await tx.delete(recommendations).where(and(eq(recommendations.businessId, id), hasOther));
  await tx.update(recommendations).set({ businessId: into }).where(eq(recommendations.businessId, id));
}

/** Adds the views and clicks of the merged business to those of the one that stays. */
async function addUpCounts(tx: Database, id: string, into: string): Promise<void> {
  await tx.execute(sql`
    insert into business_days as kept (business_id, day, views, phone, website, map, share)
    select ${into}, day, views, phone, website, map, share from business_days where business_id = ${id}
    on conflict (business_id, day) do update set views = kept.views + excluded.views, phone = kept.phone + excluded.phone,
      website = kept.website + excluded.website, map = kept.map + excluded.map, share = kept.share + excluded.share`);
  await tx.execute(sql`
    insert into business_search_days as kept (business_id, day, term, shown)
    select ${into}, day, term, shown from business_search_days where business_id = ${id}
    on conflict (business_id, day, term) do update set shown = kept.shown + excluded.shown`);
  await tx.execute(sql`
    insert into statistics_letters (business_id, user_id, last_month, created_at)
    select ${into}, user_id, last_month, created_at from statistics_letters where business_id = ${id}
    on conflict do nothing`);
}

/** Answers {field: [old, new]}. */
async function fillIn(
  tx: Database,
  goes: Row,
  stays: Row,
  { city, now }: Pick<ApiRequest, 'city' | 'now'>,
): Promise<Record<string, [unknown, unknown]>> {
  const set: Record<string, unknown> = {};
  for (const field of filledIn) {
    if ((stays[field] ?? '') === '' && (goes[field] ?? '') !== '') set[field] = goes[field];
  }
  // Takes both numbers or none: half of each place would be a third place.
  const place = placeIn(stays) === null ? placeIn(goes) : null;
  if (place) Object.assign(set, place);
  if (isEmpty(stays.socialLinks) && !isEmpty(goes.socialLinks)) set.socialLinks = goes.socialLinks;
  const both = [...stays.properties, ...goes.properties];
  const properties = checkProperties(both, city, both);
  if (properties.length > stays.properties.length) set.properties = properties;
  if (stays.source === null && goes.source !== null)
    Object.assign(set, { source: goes.source, sourceId: goes.sourceId });
  const address = typeof set.address === 'string' ? set.address : stays.address;
  await tx
    .update(businesses)
    .set({
      ...set,
      ...(place ? { placeBy: goes.placeBy } : {}),
      ...(set.website === undefined ? {} : { websiteBy: goes.websiteBy }),
      ...matchKeys({ name: stays.name, address }),
      version: stays.version + 1,
      updatedAt: now(),
    })
    .where(eq(businesses.id, stays.id));
  return Object.fromEntries(Object.entries(set).map(([field, value]) => [field, [stays[field as keyof Row], value]]));
}

const isEmpty = (value: unknown) => typeof value !== 'object' || value === null || Object.keys(value).length === 0;

/**
 * Puts the photos behind those of the kept listing; a picture that is only in `imageUrl` becomes a photo, too: `addedPhoto`.
 */
async function movePhotos(tx: Database, goes: Row, stays: Row): Promise<{ addedPhoto: string | null; photos: number }> {
  const own = await tx.select().from(businessPhotos).where(eq(businessPhotos.businessId, stays.id));
  const others = await tx
    .select()
    .from(businessPhotos)
    .where(eq(businessPhotos.businessId, goes.id))
    .orderBy(asc(businessPhotos.position), asc(businessPhotos.id));
  const last = Math.max(0, ...own.map(({ position }) => position));
  for (const [at, { id }] of others.entries()) {
    const position = last + 1 + at;
    await tx.update(businessPhotos).set({ businessId: stays.id, position }).where(eq(businessPhotos.id, id));
  }
  const given = goes.imageUrl;
  if (given !== null && stays.imageUrl !== null && !others.some(({ url }) => url === given)) {
    const position = last + 1 + others.length;
    const values = { businessId: stays.id, url: given, position };
    const [row] = await tx.insert(businessPhotos).values(values).returning({ id: businessPhotos.id });
    return { addedPhoto: row?.id ?? null, photos: others.length + 1 };
  }
  return { addedPhoto: null, photos: others.length };
}
