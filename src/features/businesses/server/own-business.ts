/** The rule who may edit a business, and the data of the edit form. */
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos, categories } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { hasRight } from '#shared/has-right.ts';
import { columnLabel } from '#shared/listing-fields.ts';
import { Problem } from '#shared/problem.ts';
import type { EditableBusiness, OwnBusinessSummary, OwnPhoto, StaffChange } from '../owner-contract.ts';
import { pageColumns, summaryColumns, toPage, toSummary } from './business-columns.ts';
import { describeValue, readValueNames } from './describe-value.ts';
import { type ListingRight, mayManage } from './may-manage.ts';
import { readOffers } from './read-offers.ts';
import { readPutBack } from './read-put-back.ts';
import { readStaffChanges, type StoredStaffChange } from './read-staff-changes.ts';

/** The id of a photo from an import or the sample content: it has no row in business_photos. */
export const givenPhotoId = 'given';

/** Moderators who have given their second factor, where they have or need one. */
const isStaff = ({ rights, secondFactor }: SessionUser) =>
  hasRight(rights, ['moderator']) && (secondFactor === 'off' || secondFactor === 'given');

/** Owners and managers may work on their own listings; moderators who have given their second factor on all. */
export function editableBy(user: SessionUser, id: string, right: ListingRight = 'edit'): SQL | undefined {
  return isStaff(user) ? eq(businesses.id, id) : and(eq(businesses.id, id), mayManage(user.id, right));
}

/** For businesses.websiteBy. Staff who edit a listing that they own themselves do it as its owner. */
export const writesAs = (user: SessionUser, { ownerId }: { ownerId: string | null }): 'staff' | 'owner' =>
  isStaff(user) && ownerId !== user.id ? 'staff' : 'owner';

export const notFound = () => new Problem('not_found', 'Business not found');

const isEditable = async (db: Database, id: string, user: SessionUser) =>
  (await db.select({ id: businesses.id }).from(businesses).where(editableBy(user, id))).length > 0;

/** For reading: another owner's listing answers 404. @throws Problem 'signed_out', 'not_found' */
export async function requireReadable(db: Database, id: string, user: SessionUser | null): Promise<void> {
  if (!(await isEditable(db, id, requireUser(user)))) throw notFound();
}

/** Another owner's listing answers 403, an unknown one 404 (docs/product-rules.md#listing-states). */
async function refuseWrite(db: Database, id: string): Promise<Problem> {
  const [row] = await db.select({ id: businesses.id }).from(businesses).where(eq(businesses.id, id));
  return row ? new Problem('forbidden', 'This business is not yours to change.') : notFound();
}

/** For writing. @throws Problem 'signed_out', 'forbidden' for another owner's listing, 'not_found' */
export async function requireEditable(db: Database, id: string, user: SessionUser | null): Promise<SessionUser> {
  const present = requireUser(user);
  if (!(await isEditable(db, id, present))) throw await refuseWrite(db, id);
  return present;
}

/** The same row, held until the transaction ends. @throws Problem 'forbidden', 'not_found' */
export async function lockEditable(tx: Database, id: string, user: SessionUser) {
  const [row] = await tx.select().from(businesses).where(editableBy(user, id)).for('update');
  if (row === undefined) throw await refuseWrite(tx, id);
  return row;
}

/** The row of a listing of the caller's, held likewise; staff may not. @throws Problem 'forbidden', 'not_found' */
export async function lockOwn(tx: Database, id: string, user: SessionUser, right: ListingRight) {
  const isOwn = and(eq(businesses.id, id), mayManage(user.id, right));
  const [row] = await tx.select().from(businesses).where(isOwn).for('update');
  if (row === undefined) throw await refuseWrite(tx, id);
  return row;
}

/** The same for the owner alone: a manager may not. @throws Problem 'forbidden', 'not_found' */
export const lockOwned = (tx: Database, id: string, user: SessionUser) => lockOwn(tx, id, user, 'own');

export async function listOwnBusinesses(
  db: Database,
  userId: string,
  { city, now: clock }: Pick<Services, 'city' | 'now'>,
): Promise<OwnBusinessSummary[]> {
  const now = clock();
  const rows = await db
    .select({
      ...summaryColumns(now),
      status: businesses.status,
      rejectionReason: businesses.rejectionReason,
      hiddenByOwner: businesses.hiddenByOwner,
      confirmedAt: businesses.confirmedAt,
      takesMessages: businesses.takesMessages,
      hasHours: sql<boolean>`${businesses.hours} is not null`,
      hasPicture: sql<boolean>`coalesce(${businesses.logoUrl}, ${businesses.imageUrl}) is not null or exists (select from business_photos p where p.business_id = ${businesses.id})`,
      isOwner: sql<boolean>`${businesses.ownerId} = ${userId}`,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(mayManage(userId, 'edit'))
    .orderBy(desc(businesses.createdAt), desc(businesses.id));
  const reader = { ids: rows.map(({ id }) => id), userId, now };
  const putBack = await readPutBack(db, reader);
  const staffChanges = await describeStaffChanges(db, reader, city);
  return rows.map(
    ({
      status,
      rejectionReason,
      hiddenByOwner,
      confirmedAt,
      takesMessages,
      hasHours,
      hasPicture,
      isOwner,
      ...row
    }) => ({
      ...toSummary(row),
      putBack: putBack.get(row.id) ?? null,
      staffChanges: staffChanges.get(row.id) ?? [],
      ...{ status, rejectionReason, hiddenByOwner, takesMessages, isOwner },
      confirmedAt: confirmedAt?.toISOString() ?? null,
      ...{ hasHours, hasPicture, mayPost: city.facts.ownerPosts },
    }),
  );
}

async function describeStaffChanges(
  db: Database,
  reader: Parameters<typeof readStaffChanges>[1],
  city: CityPack,
): Promise<ReadonlyMap<string, StaffChange[]>> {
  const changes = await readStaffChanges(db, reader);
  if (![...changes.values()].some((ofOne) => ofOne.length > 0)) return new Map();
  const names = await readValueNames(db, city);
  const inWords = ({ id, at, field, before, after }: StoredStaffChange): StaffChange => ({
    ...{ id, at: at.toISOString(), field, label: columnLabel(field) ?? field },
    ...{ before: describeValue(field, before, names), after: describeValue(field, after, names) },
  });
  return new Map([...changes].map(([id, ofOne]) => [id, ofOne.map(inWords)]));
}

/** In their order; the given photo, if any, is the first. */
export async function readPhotos(db: Database, businessId: string, imageUrl: string | null): Promise<OwnPhoto[]> {
  const photos = await db
    .select({ id: businessPhotos.id, url: businessPhotos.url, alt: businessPhotos.alt })
    .from(businessPhotos)
    .where(eq(businessPhotos.businessId, businessId))
    .orderBy(asc(businessPhotos.position), asc(businessPhotos.id));
  if (imageUrl === null || photos.some(({ url }) => url === imageUrl)) return photos;
  return [{ id: givenPhotoId, url: imageUrl, alt: '' }, ...photos];
}

/** Reads it in any state; the caller has checked who may see it. @throws Problem 'not_found' */
export async function readEditable(db: Database, id: string, now: Date): Promise<EditableBusiness> {
  const [row] = await db
    .select({
      ...pageColumns(now),
      // All that is stored, whatever visitors see.
      ...{ logoUrl: businesses.logoUrl, imageUrl: businesses.imageUrl, basicPicture: businesses.basicPicture },
      status: businesses.status,
      rejectionReason: businesses.rejectionReason,
      hiddenByOwner: businesses.hiddenByOwner,
      version: businesses.version,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(eq(businesses.id, id));
  if (row === undefined) throw notFound();
  return { ...toPage(row), photos: await readPhotos(db, id, row.imageUrl), offers: await readOffers(db, id) };
}
