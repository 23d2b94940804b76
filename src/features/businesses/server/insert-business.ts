import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import type { ListingForm } from '../business-form.ts';
import { allocateSlugs } from './allocate-slugs.ts';
import { matchKeys, writtenFields } from './written-fields.ts';

type Row = typeof businesses.$inferSelect;

/** The columns that the form does not have: state, people, dates. */
type Beside = Pick<Row, 'status' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<Row, 'ownerId' | 'submittedById' | 'approvedAt' | 'confirmedAt'>>;

/** Stores a new listing under an address of its own. @throws Problem 'invalid' (no such category, property or place) */
export async function insertBusiness(
  tx: Database,
  form: ListingForm,
  { city, by, ...beside }: Beside & { city: CityPack; by: 'owner' | 'staff' },
): Promise<Row> {
  const { name, description, address } = form;
  const written = await writtenFields(tx, form, { city });
  const [slug = ''] = await allocateSlugs(tx, [{ name, address }]);
  const [row] = await tx
    .insert(businesses)
    .values({
      ...written,
      name,
      description,
      address,
      categoryId: written.categoryId ?? '',
      ...matchKeys(form),
      slug,
      websiteBy: by,
      placeBy: written.latitude == null ? null : by,
      ...beside,
    })
    .returning();
  if (!row) throw new Error('the business was not stored');
  return row;
}
