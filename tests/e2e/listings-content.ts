/** Businesses in every state that lists and pages show. */
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos, businessSlugs, categories } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';

/** Monday to Friday 9 to 5, Saturday over midnight. */
const hours = {
  mon: [['09:00', '17:00']],
  tue: [['09:00', '17:00']],
  wed: [['09:00', '17:00']],
  thu: [['09:00', '17:00']],
  fri: [['09:00', '17:00']],
  sat: [
    ['09:00', '12:00'],
    ['20:00', '24:00'],
  ],
  sun: [['00:00', '02:00']],
};

export async function fillListings(db: Database): Promise<void> {
  const rows = await db.select({ id: categories.id, slug: categories.slug }).from(categories);
  const categoryId = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? '';
  const owner = await aUser(db);

  const bakery = await aBusiness(db, {
    slug: 'oak-bend-bakery',
    name: 'Oak Bend Bakery',
    categoryId: categoryId('food-dining'),
    description: 'Sourdough and conchas from six in the morning.\nOrder cakes two days ahead.',
    address: '12 Live Oak Street, Oak Bend, TX 78299',
    phone: '210-555-0110',
    email: 'bread@bakery.example.com',
    website: 'https://bakery.example.com/',
    logoUrl: '/favicon.svg',
    imageUrl: '/icons/missing-photo.png',
    ownerId: owner.id,
    premiumExpiresAt: new Date(Date.now() + 30 * dayMs),
    hours,
  });
  await db.insert(businessPhotos).values([
    { businessId: bakery.id, url: '/favicon.svg?front', alt: 'The front in the morning', position: 0 },
    { businessId: bakery.id, url: '/favicon.svg?oven', alt: 'The oven', position: 1 },
  ]);
  await db.insert(businessSlugs).values({ slug: 'old-bend-bakery', businessId: bakery.id });

  await aBusiness(db, { slug: 'bare-bones', name: 'Bare Bones', categoryId: categoryId('other') });
  await aBusiness(db, {
    slug: 'half-loaded',
    name: 'Half Loaded Grooming',
    categoryId: categoryId('pet-services'),
    logoUrl: '/missing-logo.png',
    imageUrl: '/favicon.svg',
  });
  await aBusiness(db, {
    slug: 'never-loaded',
    name: 'Never Loaded Law',
    categoryId: categoryId('legal-services'),
    logoUrl: '/missing-logo.png',
    imageUrl: '/missing-photo.png',
  });
  await aBusiness(db, {
    slug: 'long-words',
    name: 'Donaudampfschifffahrtsgesellschaftskapitänswitwen and Sons of Greater San Antonio',
    categoryId: categoryId('other'),
    description: 'Averyveryverylongunbrokenword'.repeat(6),
    email: 'a.very.long.mailbox.name.for.a.business@a-very-long-domain-name.example.com',
  });
  const only: [string, string][] = [
    ['health-beauty', 'Silver Comb Salon'],
    ['medical-services', 'Elm Eye Care'],
    ['professional-services', 'Ledger Line Accounting'],
    ['real-estate-services', 'Stone Porch Realty'],
    ['shopping', 'Paper Kite Books'],
  ];
  for (const [slug, name] of only) await aBusiness(db, { name, categoryId: categoryId(slug) });
  await db.insert(businesses).values(
    Array.from({ length: 30 }, (_, n) => ({
      slug: `garage-${n}`,
      name: `Garage ${String(n).padStart(2, '0')}`,
      description: 'Tires, brakes and oil.',
      categoryId: categoryId('automotive'),
      status: 'approved' as const,
      approvedAt: new Date(),
    })),
  );
}
