import { v7 as uuidv7 } from 'uuid';
import { addressKey, nameKey } from '#features/businesses/match-keys.ts';
import { allocateSlugs } from '#features/businesses/server/allocate-slugs.ts';
import type { CityPack, SampleContent } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos, categories, offers, subscriptions } from '#server/db/schema/index.ts';
import { CityPackError } from '#server/pack-files.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { plainTexts, recordOf } from '#shared/listing-fields.ts';
import { dayMs } from '#shared/times.ts';
import { samplePicture } from './sample-picture.ts';

/** Every column has a value: one that is forgotten does not compile. */
type SampleRow = Omit<typeof businesses.$inferSelect, 'version' | 'rejectionReason' | 'hiddenByOwner'>;

/** Marks sample listings, so that they can be told from real ones and removed. */
const source = 'sample';

/** @param owners ids by the names in the pack */
export async function loadSampleBusinesses(
  db: Database,
  pack: CityPack,
  sample: SampleContent['businesses'],
  owners: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  if (sample.length === 0) return;
  const mistake = (name: string, text: string) =>
    new CityPackError(`${pack.folder}/sample/businesses.json, ${name}: ${text}`);
  const categoryIds = new Map(
    (await db.select({ id: categories.id, slug: categories.slug }).from(categories)).map((row) => [row.slug, row.id]),
  );
  const rows: SampleRow[] = [];
  const photos: (typeof businessPhotos.$inferInsert)[] = [];
  const offered: (typeof offers.$inferInsert)[] = [];
  const today = dayOf(now, pack.facts.timeZone);
  const subscribed: (typeof subscriptions.$inferInsert)[] = [];
  const slugs = await allocateSlugs(db, sample);

  for (const [at, entry] of sample.entries()) {
    const categoryId = categoryIds.get(entry.category);
    if (categoryId === undefined) throw mistake(entry.name, `${entry.category} is no category of categories.json`);
    const slug = slugs[at] ?? '';
    const picture = (file: string) => samplePicture(pack, file, `businesses.json, ${entry.name}`);
    const id = uuidv7();
    const first = entry.image ?? entry.gallery?.[0];
    const ownerId = owners.get(entry.owner ?? '') ?? null;
    const addedAt = new Date(now.getTime() - entry.addedDaysAgo * dayMs);
    const premiumExpiresAt =
      entry.premiumDays === undefined ? null : new Date(now.getTime() + entry.premiumDays * dayMs);
    rows.push({
      id,
      slug,
      name: entry.name,
      description: entry.description,
      address: entry.address,
      phone: entry.phone ?? null,
      email: entry.email ?? null,
      website: entry.website ?? null,
      websiteBy: 'staff',
      categoryId,
      logoUrl: entry.logo ? picture(entry.logo).src : null,
      imageUrl: first ? picture(first).src : null,
      basicPicture: 'photo',
      latitude: entry.latitude ?? null,
      longitude: entry.longitude ?? null,
      placeBy: null,
      hours: entry.hours ?? null,
      closures: [],
      socialLinks: {},
      ...recordOf(plainTexts, (name) => entry[name] ?? null),
      properties: checkedProperties(entry.properties, pack, (text) => mistake(entry.name, text)),
      ownerId,
      submittedById: ownerId,
      status: entry.status,
      featuredByStaff: entry.featured,
      premiumExpiresAt,
      source,
      sourceId: slug,
      nameKey: nameKey(entry.name),
      addressKey: addressKey(entry.address),
      createdAt: addedAt,
      updatedAt: addedAt,
      approvedAt: entry.status === 'approved' ? addedAt : null,
      takesMessages: true,
      confirmedAt:
        entry.confirmedDaysAgo === undefined ? null : new Date(now.getTime() - entry.confirmedDaysAgo * dayMs),
    });
    for (const [position, file] of (entry.gallery ?? []).entries()) {
      const { src, alt } = picture(file);
      photos.push({ businessId: id, url: src, alt, position });
    }
    for (const { title, text = null, days } of entry.offers ?? []) {
      offered.push({ businessId: id, title, text, until: addDays(today, days) });
    }
    if (premiumExpiresAt !== null) {
      if (ownerId === null) throw mistake(entry.name, 'premiumDays needs an owner, who pays for it');
      subscribed.push({
        id: `sample_${slug}`,
        userId: ownerId,
        kind: 'claim_premium',
        businessId: id,
        status: premiumExpiresAt > now ? 'active' : 'canceled',
        paidThrough: premiumExpiresAt,
        endsAt: premiumExpiresAt,
        syncedAt: now,
      });
    }
  }
  await db.insert(businesses).values(rows);
  if (photos.length > 0) await db.insert(businessPhotos).values(photos);
  if (offered.length > 0) await db.insert(offers).values(offered);
  if (subscribed.length > 0) await db.insert(subscriptions).values(subscribed);
}

/** In the order of the pack's list. @throws the error of `mistake` for a key that is not in the list */
function checkedProperties(
  keys: readonly string[],
  pack: CityPack,
  mistake: (text: string) => CityPackError,
): string[] {
  const known = pack.properties.map(({ key }) => key);
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown !== undefined) throw mistake(`${unknown} is no property of properties.json`);
  return known.filter((key) => keys.includes(key));
}
