/** A town with something private of everybody, each marked with who may see it. */
import type { Hono } from 'hono';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import {
  businessMessages,
  claims,
  contactMessages,
  corrections,
  listingOrders,
  newsletterSubscribers,
  offers,
  reports,
} from '#server/db/schema/index.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { roles } from '../access-roles.ts';
import { fillStaffDesk } from '../fill-staff-desk.ts';
import { found, only } from '../found.ts';
import { TestBrowser } from '../test-browser.ts';

/** The addresses with which requests are made. */
export interface Town {
  browsers: { as: string; browser: TestBrowser; renew: () => Promise<void> }[];
  /** Ids of rows of all kinds, by no order. */
  ids: string[];
  /** People and listings that staff may change: what they own carries no mark. */
  spare: { people: string[]; businesses: string[] };
  slugs: string[];
  categories: string[];
}

/** A private text: only `who` and staff may ever read it. 'nobody': only staff. */
const mark = (who: string, what: string) => `mark-${who.replaceAll(' ', '')}-${what}`;
const marks = /mark-([a-z]+)-\w+/g;

/** Lists the marks in an answer that this person may not see. */
export function foreignMarks(text: string, as: string): string[] {
  if (roles.some(({ name, account }) => name === as && account !== null && 'role' in account)) return [];
  const own = as.replaceAll(' ', '');
  return [...text.matchAll(marks)].filter(([, who]) => who !== own).map(([whole]) => whole);
}

const tomorrow = () => new Date(Date.now() + 86_400_000);

/** Gives somebody a listing, an offer, a message and a claim. @returns their ids */
async function giveBelongings(db: Database, who: string, userId: string) {
  const owned = await aBusiness(db, { ownerId: userId, submittedById: userId, premiumExpiresAt: tomorrow() });
  const free = await aBusiness(db);
  const day = tomorrow().toISOString().slice(0, 10);
  const offer = only(
    await db.insert(offers).values({ businessId: owned.id, title: 'Two for one', until: day }).returning(),
    'offer',
  );
  const letter = { name: 'Ada', email: `${mark('nobody', 'visitor')}@private.example`, text: mark(who, 'message') };
  const message = only(
    await db
      .insert(businessMessages)
      .values({ businessId: owned.id, ...letter })
      .returning(),
    'message',
  );
  const given = { plan: 'standard', amountCents: 2500, status: 'in_review', expiresAt: tomorrow() } as const;
  const evidence = { evidenceNote: mark(who, 'evidence'), evidencePhone: mark(who, 'phone') };
  const claim = only(
    await db
      .insert(claims)
      .values({ businessId: free.id, userId, ...given, ...evidence })
      .returning(),
    'claim',
  );
  return { ids: [owned.id, offer.id, message.id, claim.id, free.id], slugs: [owned.slug, free.slug], owned };
}

async function giveLetters(db: Database, businessId: string): Promise<string[]> {
  const email = `${mark('nobody', 'sender')}@private.example`;
  const text = mark('nobody', 'letter');
  const rows = await Promise.all([
    db.insert(contactMessages).values({ name: 'Ada', email, message: text }).returning(),
    db.insert(reports).values({ businessId, reason: 'other', text, email }).returning(),
    db.insert(corrections).values({ businessId, field: 'phone', right: '1', source: text, email }).returning(),
    db.insert(newsletterSubscribers).values({ email }).returning(),
    db
      .insert(listingOrders)
      .values({ plan: 'premium', amountCents: 9900, email, businessName: 'Paid', status: 'paid', paidAt: new Date() })
      .returning(),
  ]);
  return rows.map((list) => only<{ id: string }>(list, 'letter').id);
}

/** @param app the site, for each person's browsers */
export async function buildTown(db: Database, app: Hono<ApiEnv>, city: CityPack): Promise<Town> {
  await syncCategories(db, city);
  const desk = await fillStaffDesk(db);
  const town: Town = {
    browsers: [],
    ids: Object.values(desk).flat(),
    spare: { people: [], businesses: [] },
    slugs: [],
    categories: city.categories.map(({ slug }) => slug),
  };
  for (const { name, account } of roles) {
    const email = `${mark(name, 'mailbox')}@private.example`;
    const user = account && (await aUser(db, { ...account, email }));
    if (user) {
      const { ids, slugs } = await giveBelongings(db, name, user.id);
      town.ids.push(user.id, ...ids);
      town.slugs.push(...slugs);
    }
    for (let n = 0; n < 4; n++) {
      const browser = new TestBrowser(app);
      const renew = async () => {
        if (user) browser.withSession(await aSession(db, user.id));
        await browser.get('/api/csrf-token');
      };
      await renew();
      town.browsers.push({ as: name, browser, renew });
    }
  }
  for (let n = 0; n < 3; n++) {
    town.spare.people.push((await aUser(db)).id);
    town.spare.businesses.push((await aBusiness(db)).id);
  }
  town.ids.push(...(await giveLetters(db, found(town.spare.businesses[0], 'spare business'))));
  return town;
}
