/**
 * Hostile texts in everything that people fill in, shown on every page, in every feed and mail by a real browser. `npm run xss`
 * takes all of them; the tests take one of each family.
 */
import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { routes } from '#app/pages/routes.ts';
import { writeTalkToken } from '#features/business-messages/server/talk-link.ts';
import { orderProof } from '#features/listing-orders/server/order-cookie.ts';
import { staffPages } from '#features/staff-frame/staff-pages.ts';
import {
  articles,
  businesses,
  businessMessages,
  events,
  listingOrders,
  newsletterIssues,
  offers,
  recommendations,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { fillStaffDesk } from '#tests/support/fill-staff-desk.ts';
import { hostileColumns, plantText } from '#tests/support/hostile-content.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testServices } from '#tests/support/test-services.ts';
import { sampleVectors, xssVectors } from '#tests/support/xss-vectors.ts';

const isWhole = process.env.XSS_VECTORS === 'all';
const vectors = isWhole ? xssVectors : sampleVectors;
/** Number of vectors in one text: a page that does not escape the text runs the first of them. */
const perText = isWhole ? 6 : 20;
const texts = Array.from({ length: Math.ceil(vectors.length / perText) }, (_, n) =>
  vectors
    .slice(n * perText, (n + 1) * perText)
    .join('\n')
    .replaceAll('\0', ''),
);

let ids: Awaited<ReturnType<typeof fillStaffDesk>>;
let ownerId = '';
const site = startTestSite({
  fill: async (db) => {
    ids = await fillStaffDesk(db);
    ownerId = (await aUser(db, { emailVerifiedAt: new Date() })).id;
    const until = new Date(Date.now() + 86_400_000);
    await aBusiness(db, { ownerId, slug: 'mine', premiumExpiresAt: until });
    const [mine] = await db.select().from(businesses).where(eq(businesses.slug, 'mine'));
    const businessId = mine?.id ?? '';
    await db.insert(offers).values({ businessId, title: 'x', text: 'x', until: until.toISOString().slice(0, 10) });
    await db.insert(businessMessages).values({ businessId, name: 'Ada', email: 'ada@example.com', text: 'x' });
    const recommended = { name: 'Ada', email: 'ada@example.com', text: 'x', answer: 'x', status: 'shown' } as const;
    await db.insert(recommendations).values({ businessId, ...recommended, confirmedAt: new Date() });
    const order = { plan: 'standard', amountCents: 4900, status: 'handled', businessName: 'x' } as const;
    await db.insert(listingOrders).values({ ...order, userId: ownerId, paidAt: new Date() });
  },
});
/** Answers that a page handles by itself; this site takes no payments. */
const browser = openBrowser({ harmless: /responded with a status of 4\d\d|The payment could not be started/ });

const people = ['visitor', 'owner', 'staff'] as const;

const aStaffMember = async () => (await aUser(site.db, { role: 'staff', emailVerifiedAt: new Date() })).id;

/** Every page with something on it, by who may see it. */
async function allPages(): Promise<Record<(typeof people)[number], string[]>> {
  const slugOf = async (table: typeof events | typeof articles | typeof newsletterIssues) =>
    (await site.db.select({ slug: table.slug }).from(table).limit(9)).find(({ slug }) => slug !== null)?.slug ?? '';
  const slugs: Record<string, string> = {
    business: 'mine',
    events: await slugOf(events),
    news: await slugOf(articles),
    newsletter: await slugOf(newsletterIssues),
    category: site.city.categories[0]?.slug ?? '',
  };
  const [mine] = await site.db.select().from(businesses).where(eq(businesses.slug, 'mine'));
  const [bill] = await site.db.select().from(listingOrders).where(eq(listingOrders.userId, ownerId));
  const filled = routes
    .filter(({ path }) => path !== '/staff/*')
    .map(({ path, who }) => {
      const slug = slugs[path.split('/')[1] ?? ''] ?? '';
      const id = path.startsWith('/dashboard/bills') ? bill?.id : mine?.id;
      return { who, path: path.replace(':slug', slug).replace(':id', id ?? '') };
    });
  const staff = Object.keys(staffPages).map((path) => {
    const of = (name: string) => path.startsWith(name);
    // A part of the word that is waited for: the box itself does not have it.
    if (path === 'find') return '/staff/find?text=lert';
    const kept = of('messages') ? ids.message : of('imports') ? ids.import : of('ads') ? ids.ad : undefined;
    const id = of('businesses') ? ids.business : of('articles') ? ids.article : of('events') ? ids.event : '';
    const other = kept ?? (of('notices') ? ids.notice : ids.owner);
    return `/staff/${path.replace(':id', of('newsletter') ? ids.draft : id || other)}`;
  });
  const [order] = await site.db.select().from(listingOrders).where(eq(listingOrders.status, 'paid'));
  const [talk] = await site.db
    .select()
    .from(businessMessages)
    .where(eq(businessMessages.businessId, mine?.id ?? ''));
  const mailed = `/listing-details?order=${await orderProof(site.db, order?.id ?? '')}`;
  return {
    visitor: [
      mailed,
      `/messages/talk?token=${await writeTalkToken(site.db, talk?.id ?? '')}`,
      ...filled.filter(({ who }) => who === 'anyone').map(({ path }) => path),
      '/directory?search=x',
      '/404',
    ],
    owner: filled.filter(({ who }) => who === 'signed-in').map(({ path }) => path),
    staff,
  };
}

/** Lists elements and attributes that no page of the site has. */
const strangeParts = () =>
  Array.from(document.querySelectorAll('*')).flatMap((element) => {
    const names = element.getAttributeNames();
    const urls = ['href', 'src', 'action', 'formaction', 'xlink:href'].map((name) => element.getAttribute(name) ?? '');
    const isStrange =
      names.some((name) => name.startsWith('on') || name === 'srcdoc') ||
      urls.some((url) => /^\s*(javascript|vbscript|data:text)/i.test(url)) ||
      /^(applet|base|embed|frameset|isindex|marquee|math|object|plaintext|portal|xmp)$/i.test(element.localName);
    return isStrange ? [element.outerHTML.slice(0, 200)] : [];
  });

interface Looked {
  faults: string[];
  /** Pages that show the hostile text. */
  shown: Set<string>;
}

function watch(page: Page, looked: Looked): Page {
  page.on('dialog', (dialog) => {
    looked.faults.push(`${page.url()}: a dialog`);
    void dialog.dismiss();
  });
  return page;
}

/** Pages without anything in people's words, or without any in this test: links without their token, a category of no listing. */
const quietPages =
  /^\/(404|about|add-business|category\/.*|checkout|claim-business|claim-received|contact|credits|events\/(confirm|suggest|suggested)|get-listed|helpful-links|history|listing-details|listing-invitation|login|messages\/talk|newsletter\/(confirm|preferences|unsubscribe)|payment-success|preview|privacy|real-estate|recommendations\/confirm|reset-password|saved|signup|staff\/(categories|events\/import|mail-texts(\/.*)?|newsletter\/settings|prices|properties|searches|settings)|staff-invitation|emails\/stop|statistics-mail\/end|stop-email-change|terms|upgrade-(cancelled|success)|verify-email)$/;

/**
 * Staff's pages and an owner's fetch what they show once they stand: the page is looked at when the text is there.
 * @param isTelling a title, which holds 80 letters of it, has the word that is waited for
 */
async function look(page: Page, path: string, isTelling: boolean, looked: Looked): Promise<void> {
  await page.goto(site.url + path);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  if (isTelling && !quietPages.test(path)) {
    const isShown = () => document.documentElement.outerHTML.includes('alert(1)');
    await page.waitForFunction(isShown, undefined, { timeout: 30_000 }).then(
      () => looked.shown.add(path),
      () => looked.faults.push(`${path} does not show the text`),
    );
  } else await page.waitForLoadState('networkidle');
  for (const part of await page.evaluate(strangeParts)) looked.faults.push(`${path}: ${part}`);
}

/** Shows HTML without any policy, as a mail program or a feed reader might. */
async function showBare(page: Page, html: string, from: string, looked: Looked): Promise<void> {
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  for (const part of await page.evaluate(strangeParts)) looked.faults.push(`${from}: ${part}`);
  if (html.includes('alert(1)')) looked.shown.add(from);
}

/** Readers of feeds show titles and descriptions as HTML. */
async function lookAtFeeds(page: Page, looked: Looked): Promise<void> {
  for (const path of ['/feeds/news.xml', '/feeds/events.xml']) {
    const xml = await (await fetch(site.url + path)).text();
    const parts = await page.evaluate((text) => {
      const feed = new DOMParser().parseFromString(text, 'text/xml');
      if (feed.querySelector('parsererror')) return null;
      return Array.from(feed.querySelectorAll('item > *'), (part) => part.textContent);
    }, xml);
    if (parts === null) looked.faults.push(`${path} is not well-formed`);
    await showBare(page, (parts ?? []).map((part) => `<div>${part}</div>`).join(''), path, looked);
  }
}

/** Sends each vector by the forms of visitors and owners, and reads the mails that follow. */
async function lookAtMails(page: Page, staffSession: string, looked: Looked): Promise<void> {
  const app = createApi(testServices(site));
  const owner = new TestBrowser(app).withSession(await aSession(site.db, ownerId));
  const forms = (words: string): [path: string, body: object][] => [
    ['/api/contact', { name: words.slice(0, 90), email: 'ada@example.com', message: `Long enough: ${words}` }],
    ['/api/businesses/mine/reports', { reason: 'other', text: words }],
    ['/api/businesses/mine/corrections', { field: 'other', right: words, source: `Their door: ${words}` }],
    [
      '/api/businesses/mine/messages',
      { name: `A ${words.slice(0, 90)}`, email: 'ada@example.com', text: `Hello: ${words}` },
    ],
    [
      '/api/businesses/mine/recommendations',
      { name: `A ${words.slice(0, 50)}`, email: `ada${words.length}@example.com`, text: words.slice(0, 200) },
    ],
  ];
  await site.db.execute(sql`delete from pgboss.job where name = 'send-mail'`);
  for (const [at, words] of vectors.map((vector) => vector.replaceAll('\0', '').slice(0, 400)).entries()) {
    const visitor = new TestBrowser(app, `10.1.${at >> 8}.${at & 255}`);
    for (const [path, body] of forms(words)) {
      const { status } = await visitor.post(path, { body });
      // The listing takes 30 messages and 60 recommendations a day.
      if (![200, 201, 202, 429].includes(status)) looked.faults.push(`${path} answers ${status} to ${words}`);
    }
  }
  const [message] = await site.db.select().from(businessMessages).limit(1);
  await owner.post(`/api/user/messages/${message?.id}/answer`, { body: { answer: vectors.join('\n').slice(0, 2900) } });
  const { rows } = await site.db.execute<{ data: { subject: string; html: string } }>(
    sql`select data from pgboss.job where name = 'send-mail'`,
  );
  for (const { data } of rows) await showBare(page, data.html, 'a mail', looked);
  const preview = await fetch(`${site.url}/staff/newsletter/${ids.draft}/preview`, {
    headers: { Cookie: `session=${staffSession}` },
  });
  await showBare(page, await preview.text(), 'a newsletter', looked);
}

describe('a hostile text', () => {
  test('has somewhere to go: every column in people’s words', () => {
    const names = hostileColumns().flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    expect(names).toEqual(
      expect.arrayContaining(['users.username', 'corrections.source', 'offers.text', 'claims.reason']),
    );
    expect(xssVectors.length).toBeGreaterThanOrEqual(300);
  });

  test.for(people)('is shown as text on every page: %s', { timeout: texts.length * 180_000 }, async (who) => {
    const looked: Looked = { faults: [], shown: new Set() };
    const paths = (await allPages())[who];
    const id = who === 'staff' ? await aStaffMember() : ownerId;
    const session = who === 'visitor' ? {} : { session: await aSession(site.db, id) };
    // Two windows: one loads while the other waits for what its page fetches.
    const windows = await Promise.all([1, 2].map(() => browser.open(`${site.url}/credits`, session)));
    for (const page of windows) watch(page, looked);
    for (const text of texts) {
      await plantText(site.db, text);
      const details = { name: text.slice(0, 120), about: text.slice(0, 3_000) };
      await site.db.update(listingOrders).set({ details });
      await site.forgetPages();
      const left = [...paths];
      const lookOn = async (page: Page) => {
        for (let path = left.shift(); path !== undefined; path = left.shift()) {
          await look(page, path, text.slice(0, 80).includes('alert(1)'), looked);
        }
      };
      await Promise.all(windows.map(lookOn));
    }
    expect(looked.faults.slice(0, 20)).toEqual([]);
    const telling = { visitor: ['/directory'], owner: ['/dashboard'], staff: ['/staff/people'] };
    expect([...looked.shown]).toEqual(expect.arrayContaining(telling[who]));
  });

  test('is shown as text in every feed and mail', { timeout: texts.length * 120_000 }, async () => {
    const looked: Looked = { faults: [], shown: new Set() };
    const bare = watch(await browser.open(`${site.url}/credits`), looked);
    await bare.goto('about:blank');
    await bare.context().route('**/*', (route) => route.fulfill({ status: 404 }));
    for (const text of texts) {
      await plantText(site.db, text);
      await site.forgetPages();
      await lookAtFeeds(bare, looked);
    }
    await lookAtMails(bare, await aSession(site.db, await aStaffMember()), looked);
    expect(looked.faults.slice(0, 20)).toEqual([]);
    expect([...looked.shown]).toEqual(expect.arrayContaining(['a mail', 'a newsletter', '/feeds/events.xml']));
  });
});
