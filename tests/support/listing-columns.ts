/**
 * Lists where each column of a listing goes. A new column needs an entry here: the round-trip test follows the entry, and names
 * every column without one.
 */
import type { PlainText } from '#shared/listing-fields.ts';
import type { Business } from '#tests/factories/a-business.ts';
import { placeColumns } from './place-columns.ts';

export type Column = keyof Business;

export interface ListingColumn<C extends Column = Column> {
  /** A value that listings have at first, and another one. */
  values: readonly [Business[C], Business[C]];
  /** The second value in the forms of owners and staff; missing when no form writes the column. */
  sent?: Record<string, unknown>;
  /** Columns that an edit of this one changes, too. */
  follow?: readonly Column[];
  /** The edit in the history, where it is not the column with its values. */
  recorded?: { field: string; values: readonly [unknown, unknown]; words: { before: string; after: string } };
  /** The second value in GET /api/businesses/{slug}; missing when it is not public. */
  answer?: Record<string, unknown>;
  /** A text of the listing's page. */
  page?: string;
  /** The second value as staff read it; `facts` is a text of the part that shows it. */
  staff?: { answer: Record<string, unknown>; facts?: string };
  /** The second value in the owner's personal download. */
  download?: Record<string, unknown>;
  /**
   * 'fill': a merge takes it over where the kept listing has none. 'join': the kept listing has both. 'keep': the kept listing's
   * stays. 'follow': it goes with other columns.
   */
  merge: 'fill' | 'join' | 'keep' | 'follow';
  /** Columns of an imported file that say the second value. */
  file?: Record<string, string>;
  /** A word by which searches find it. */
  word?: string;
  /** Keys of an entry of a city pack's sample that say the second value. */
  sample?: Record<string, unknown>;
}

const hours = (until: string) => ({ mon: [['09:00', until]] });

/** The column of a plain text (`isPlain` in the list of fields) that is public, searched, imported by its own name and filled in a merge. */
function plainColumn<N extends PlainText>(name: N): ListingColumn<N> {
  const value = `Second mark${name}`;
  return {
    values: [`First ${name}word`, value],
    sent: { [name]: value },
    answer: { [name]: value },
    page: value,
    staff: { answer: { [name]: value }, facts: value },
    download: { [name]: value },
    merge: 'fill',
    file: { [name]: value },
    word: `mark${name}`,
    sample: { [name]: value },
  };
}

/** @param ids of rows that the columns refer to, in pairs */
export function listingColumns(ids: { categories: readonly [string, string]; owner: string; submitter: string }): {
  [C in Column]: ListingColumn<C>;
} {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  return {
    name: {
      values: ['First Nameword', 'Second Markname'],
      sent: { name: 'Second Markname' },
      follow: ['slug', 'nameKey'],
      answer: { name: 'Second Markname' },
      page: 'Second Markname',
      staff: { answer: { name: 'Second Markname' }, facts: 'Second Markname' },
      download: { name: 'Second Markname' },
      merge: 'keep',
      file: { name: 'Second Markname' },
      word: 'markname',
      sample: { name: 'Second Markname' },
    },
    description: {
      values: ['First descriptionword.', 'Second markdescription.'],
      sent: { description: 'Second markdescription.' },
      answer: { description: 'Second markdescription.' },
      page: 'Second markdescription.',
      staff: { answer: { description: 'Second markdescription.' }, facts: 'Second markdescription.' },
      download: { description: 'Second markdescription.' },
      merge: 'fill',
      file: { description: 'Second markdescription.' },
      word: 'markdescription',
      sample: { description: 'Second markdescription.' },
    },
    address: {
      values: ['1 First Street', '2 Markaddress Street'],
      sent: { address: '2 Markaddress Street' },
      follow: ['addressKey'],
      answer: { address: '2 Markaddress Street' },
      page: '2 Markaddress Street',
      staff: { answer: { address: '2 Markaddress Street' }, facts: '2 Markaddress Street' },
      download: { address: '2 Markaddress Street' },
      merge: 'fill',
      file: { address: '2 Markaddress Street' },
      word: 'markaddress',
      sample: { address: '2 Markaddress Street' },
    },
    phone: {
      values: ['(210) 555-0101', '(210) 555-0102'],
      sent: { phone: '(210) 555-0102' },
      answer: { phone: '(210) 555-0102' },
      page: '(210) 555-0102',
      staff: { answer: { phone: '(210) 555-0102' }, facts: '(210) 555-0102' },
      download: { phone: '(210) 555-0102' },
      merge: 'fill',
      file: { phone: '(210) 555-0102' },
      sample: { phone: '210-555-0102' },
    },
    email: {
      values: ['first@example.com', 'markemail@example.com'],
      sent: { email: 'markemail@example.com' },
      answer: { email: 'markemail@example.com' },
      page: 'mailto:markemail@example.com',
      staff: { answer: { email: 'markemail@example.com' }, facts: 'markemail@example.com' },
      download: { email: 'markemail@example.com' },
      merge: 'fill',
      file: { email: 'markemail@example.com' },
      sample: { email: 'markemail@example.com' },
    },
    website: {
      values: ['https://first.example.com/menu', 'https://markwebsite.example.com/menu'],
      sent: { website: 'https://markwebsite.example.com/menu' },
      follow: ['websiteBy'],
      answer: { website: 'https://markwebsite.example.com/menu' },
      page: 'https://markwebsite.example.com/menu',
      staff: {
        answer: { website: 'https://markwebsite.example.com/menu' },
        facts: 'https://markwebsite.example.com/menu',
      },
      download: { website: 'https://markwebsite.example.com/menu' },
      merge: 'fill',
      file: { website: 'https://markwebsite.example.com/menu' },
      sample: { website: 'https://markwebsite.example.com/menu' },
    },
    // The source of the website: claims read it, and nobody sends it.
    websiteBy: { values: ['staff', 'import'], merge: 'follow' },
    categoryId: {
      values: ids.categories,
      sent: { category: 'shopping' },
      answer: { category: 'shopping', categoryName: 'Shopping' },
      page: 'Shopping',
      staff: { answer: { category: 'shopping', categoryName: 'Shopping' }, facts: 'Shopping' },
      merge: 'keep',
      file: { category: 'Shopping' },
      word: 'shopping',
      download: { category: 'Shopping' },
      sample: { category: 'shopping' },
    },
    // The two pictures have calls of their own (tests/api/owner-pictures.test.ts).
    logoUrl: {
      values: ['/media/u/first.1x1.webp', '/media/u/marklogo.1x1.webp'],
      answer: { logoUrl: '/media/u/marklogo.1x1.webp' },
      page: '/media/u/marklogo.1x1.webp',
      staff: { answer: { logoUrl: '/media/u/marklogo.1x1.webp' }, facts: '/media/u/marklogo.1x1.webp' },
      download: { logoUrl: '/media/u/marklogo.1x1.webp' },
      merge: 'fill',
    },
    imageUrl: {
      values: ['/media/u/first-image.1x1.webp', '/media/u/markimage.1x1.webp'],
      answer: { imageUrl: '/media/u/markimage.1x1.webp' },
      page: '/media/u/markimage.1x1.webp',
      staff: { answer: { imageUrl: '/media/u/markimage.1x1.webp' }, facts: '/media/u/markimage.1x1.webp' },
      merge: 'fill',
    },
    // Its own call; a premium listing shows both (tests/api/owner-pictures.test.ts).
    basicPicture: { values: ['photo', 'logo'], staff: { answer: { basicPicture: 'logo' } }, merge: 'keep' },
    ...placeColumns,
    // An import leaves a pin alone that somebody has put.
    placeBy: { values: [null, 'owner'], merge: 'follow' },
    hours: {
      values: [hours('12:00'), hours('17:34')],
      sent: { hours: hours('17:34') },
      answer: { hours: hours('17:34') },
      page: '5:34 PM',
      staff: { answer: { hours: hours('17:34') }, facts: '5:34 PM' },
      download: { hours: hours('17:34') },
      merge: 'fill',
      file: { hours: 'Mo 09:00-17:34' },
      sample: { hours: hours('17:34') },
    },
    closures: {
      values: [[], [{ from: '2999-12-24', to: '2999-12-26', note: 'markclosing' }]],
      sent: { closures: [{ from: '2999-12-24', to: '2999-12-26', note: 'markclosing' }] },
      answer: { closures: [{ from: '2999-12-24', to: '2999-12-26', note: 'markclosing' }] },
      staff: {
        answer: { closures: [{ from: '2999-12-24', to: '2999-12-26', note: 'markclosing' }] },
        facts: 'markclosing',
      },
      download: { closures: [{ from: '2999-12-24', to: '2999-12-26', note: 'markclosing' }] },
      merge: 'keep',
    },
    socialLinks: {
      values: [{ x: 'https://x.com/first' }, { yelp: 'https://www.yelp.com/biz/marksocial' }],
      sent: { socialLinks: { yelp: 'https://www.yelp.com/biz/marksocial' } },
      answer: { socialLinks: { yelp: 'https://www.yelp.com/biz/marksocial' } },
      page: 'https://www.yelp.com/biz/marksocial',
      staff: {
        answer: { socialLinks: { yelp: 'https://www.yelp.com/biz/marksocial' } },
        facts: 'https://www.yelp.com/biz/marksocial',
      },
      download: { socialLinks: { yelp: 'https://www.yelp.com/biz/marksocial' } },
      merge: 'fill',
    },
    parking: plainColumn('parking'),
    properties: {
      values: [['delivery'], ['delivery', 'wheelchair-accessible']],
      sent: { properties: ['delivery', 'wheelchair-accessible'] },
      answer: { properties: ['delivery', 'wheelchair-accessible'] },
      page: 'Wheelchair accessible',
      staff: { answer: { properties: ['delivery', 'wheelchair-accessible'] }, facts: 'Wheelchair accessible' },
      download: { properties: ['delivery', 'wheelchair-accessible'] },
      merge: 'join',
      file: { properties: 'delivery, wheelchair-accessible' },
      sample: { properties: ['delivery', 'wheelchair-accessible'] },
    },
    id: { values: ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'], merge: 'keep' },
    slug: {
      values: ['first-slug', 'markslug'],
      answer: { slug: 'markslug' },
      staff: { answer: { slug: 'markslug' } },
      download: { slug: 'markslug' },
      merge: 'keep',
    },
    ownerId: {
      values: [null, ids.owner],
      answer: { ownerId: ids.owner },
      staff: { answer: { ownerId: ids.owner } },
      merge: 'fill',
    },
    submittedById: { values: [null, ids.submitter], merge: 'keep' },
    status: {
      values: ['approved', 'approved'],
      answer: { verified: true },
      staff: { answer: { status: 'approved' } },
      download: { status: 'approved' },
      merge: 'keep',
      sample: { status: 'approved' },
    },
    rejectionReason: {
      values: [null, 'markreason'],
      staff: { answer: { rejectionReason: 'markreason' } },
      merge: 'keep',
    },
    featuredByStaff: {
      values: [false, true],
      answer: { featured: true },
      staff: { answer: { featuredByStaff: true } },
      merge: 'keep',
      sample: { featured: true },
    },
    premiumExpiresAt: {
      values: [null, new Date('2999-01-02T00:00:00Z')],
      answer: { isPremium: true, premiumExpiresAt: '2999-01-02T00:00:00.000Z' },
      staff: { answer: { isPremium: true } },
      merge: 'keep',
    },
    source: {
      values: [null, 'marksource'],
      staff: { answer: { source: 'marksource' } },
      merge: 'fill',
      file: { source: 'marksource' },
    },
    sourceId: { values: [null, 'mark-1'], merge: 'fill', file: { 'source id': 'mark-1' } },
    nameKey: { values: ['first nameword', 'second markname'], merge: 'follow' },
    addressKey: { values: ['1 1st', '2 markaddress'], merge: 'follow' },
    version: { values: [3, 7], staff: { answer: { version: 7 } }, merge: 'follow' },
    createdAt: {
      values: [day(1), day(2)],
      staff: { answer: { createdAt: '2026-01-02T00:00:00.000Z' } },
      download: { createdAt: '2026-01-02T00:00:00.000Z' },
      merge: 'keep',
    },
    updatedAt: { values: [day(1), day(2)], staff: { answer: { updatedAt: day(2).toISOString() } }, merge: 'follow' },
    approvedAt: {
      values: [day(1), day(2)],
      staff: { answer: { approvedAt: '2026-01-02T00:00:00.000Z' } },
      merge: 'keep',
    },
    // Switches of the owner (tests/api/business-messages.test.ts, tests/api/own-listed.test.ts).
    takesMessages: { values: [true, false], answer: { takesMessages: false }, merge: 'keep' },
    hiddenByOwner: { values: [false, true], staff: { answer: { hiddenByOwner: true } }, merge: 'keep' },
    // An edit sets it.
    confirmedAt: {
      values: [day(1), day(2)],
      answer: { confirmedAt: '2026-01-02T00:00:00.000Z' },
      page: 'Confirmed',
      staff: { answer: { confirmedAt: '2026-01-02T00:00:00.000Z' } },
      merge: 'keep',
    },
  };
}
