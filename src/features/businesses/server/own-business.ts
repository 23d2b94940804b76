/** Who may edit which business, and what the edit form is given. */
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos, categories } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { EditableBusiness, OwnBusinessSummary, OwnPhoto } from '../owner-contract.ts';
import { pageColumns, summaryColumns, toPage, toSummary } from './business-columns.ts';

/** Of the photo that an import or the sample content gave and that no row of business_photos holds. */
export const givenPhotoId = 'given';

/** Staff who have given their second factor. */
const isStaff = (user: SessionUser) => user.role === 'staff' && user.secondFactor !== 'asked';

/** An owner's own, and all for staff who have given their second factor. */
export function editableBy(user: SessionUser, id: string): SQL | undefined {
  return isStaff(user) ? eq(businesses.id, id) : and(eq(businesses.id, id), eq(businesses.ownerId, user.id));
}

/** For businesses.websiteBy. Staff who edit a listing that they own themselves do it as its owner. */
export const writesAs = (user: SessionUser, { ownerId }: { ownerId: string | null }): 'staff' | 'owner' =>
  isStaff(user) && ownerId !== user.id ? 'staff' : 'owner';

export const notFound = () => new Problem('not_found', 'Business not found');

const isEditable = async (db: Database, id: string, user: SessionUser) =>
  (await db.select({ id: businesses.id }).from(businesses).where(editableBy(user, id))).length > 0;

/** To read: what is another's looks as if it were not there. @throws Problem 'signed_out', 'not_found' */
export async function requireReadable(db: Database, id: string, user: SessionUser | null): Promise<void> {
  if (!(await isEditable(db, id, requireUser(user)))) throw notFound();
}

/** Another owner's listing answers 403, an unknown one 404 (docs/product-rules.md#listing-states). */
async function refuseWrite(db: Database, id: string): Promise<Problem> {
  const [row] = await db.select({ id: businesses.id }).from(businesses).where(eq(businesses.id, id));
  return row ? new Problem('forbidden', 'This business is not yours to change.') : notFound();
}

/** To write. @throws Problem 'signed_out', 'forbidden' for another's, 'not_found' */
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

export async function listOwnBusinesses(db: Database, userId: string, now: Date): Promise<OwnBusinessSummary[]> {
  const rows = await db
    .select({
      ...summaryColumns(now),
      status: businesses.status,
      rejectionReason: businesses.rejectionReason,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(eq(businesses.ownerId, userId))
    .orderBy(desc(businesses.createdAt), desc(businesses.id));
  return rows.map(({ status, rejectionReason, ...row }) => ({ ...toSummary(row), status, rejectionReason }));
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

/** Whatever its state; the caller has asked who may. @throws Problem 'not_found' */
export async function readEditable(db: Database, id: string, now: Date): Promise<EditableBusiness> {
  const [row] = await db
    .select({
      ...pageColumns(now),
      status: businesses.status,
      rejectionReason: businesses.rejectionReason,
      version: businesses.version,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(eq(businesses.id, id));
  if (row === undefined) throw notFound();
  return { ...toPage(row), photos: await readPhotos(db, id, row.imageUrl) };
}
