/** Staff take back what they did to a whole listing: a merge within its 30 seconds, and a change of its owner. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { auditLog, businesses, businessMessages, claims, staffActs } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { mailTo } from '#tests/support/mailed-link.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const rowOf = async (id: string) => (await site.db.select().from(businesses).where(eq(businesses.id, id)))[0];
const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Presses 'Undo' without a mouse: F8 leads to the toast. */
async function undoByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('F8');
  const button = page.getByRole('button', { name: 'Undo', exact: true });
  for (let tab = 0; tab < 5 && !(await button.evaluate((one) => one === document.activeElement)); tab++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

test.each([390, 1440])(
  'a merge is undone from its toast, or in the history of the other: both listings are there again, %i px wide',
  async (width) => {
    const owner = await aUser(site.db);
    const [goes, stays] = [
      await aBusiness(site.db, { name: `Fig & Ladder ${width}`, slug: `fig-${width}`, ownerId: owner.id, email: null }),
      await aBusiness(site.db, { name: `Fig and Ladder ${width}`, slug: `ladder-${width}` }),
    ];
    await site.db
      .insert(businessMessages)
      .values({ businessId: goes.id, name: 'Ada', email: 'ada@x.example', text: 'Hi' });
    const letterOf = async () => (await site.db.select().from(businessMessages)).at(-1)?.businessId;
    const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${goes.id}`, {
      viewport: { width, height: 900 },
    });
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByLabel('The business that stays').fill(stays.name);
    await page.keyboard.press('Enter');
    const line = page.getByRole('listitem').filter({ hasText: stays.name });
    await line.getByRole('button', { name: 'Merge into this' }).click();
    await page.getByText('You can undo it for 30 seconds.', { exact: false }).waitFor();
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    expect(await isWide(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Merge', exact: true }).last().click();
    await page.getByRole('heading', { level: 1, name: stays.name }).waitFor();
    expect([await rowOf(goes.id), await letterOf()]).toEqual([undefined, stays.id]);
    expect((await mailTo(site.db, owner.email)).length).toBe(1);

    // The toast is gone after a reload. The history of the listing that stays names the other one, and undoes it, too.
    const past = page.getByRole('listitem').filter({ hasText: `${goes.name} went into it.` });
    if (width === 390) await past.getByRole('button', { name: 'Undo the merge' }).click();
    else await undoByKeyboard(page);
    await toast(page, 'Undone');
    // A second press would undo what the same person did to the listing before.
    await expect.poll(() => page.getByRole('button', { name: 'Undo the merge' }).count()).toBe(0);
    expect(found(await rowOf(goes.id), 'the listing that went')).toMatchObject({ slug: goes.slug, ownerId: owner.id });
    expect([await letterOf(), (await mailTo(site.db, owner.email)).length]).toEqual([goes.id, 0]);
    for (const { slug, name } of [goes, stays]) {
      const visitor = await browser.open(`${site.url}/business/${slug}`, { script: false });
      await visitor.getByRole('heading', { level: 1, name }).waitFor();
      await visitor.close();
    }
  },
);

test.each([390, 1440])('a listing is given to another owner, and taken back, %i px wide', async (width) => {
  const [olga, max] = [
    await aUser(site.db, { username: `olga-${width}`, emailVerifiedAt: new Date() }),
    await aUser(site.db, { username: `max-${width}`, emailVerifiedAt: new Date() }),
  ];
  const bakery = await aBusiness(site.db, { name: `Oak Bakery ${width}`, ownerId: olga.id });
  const mails = async () => Promise.all([olga, max].map(async ({ email }) => (await mailTo(site.db, email)).length));
  const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${bakery.id}`, {
    viewport: { width, height: 900 },
  });
  await page.getByRole('button', { name: /^Change owner/ }).click();
  const form = page.getByRole('form', { name: 'Change owner' });
  await form.getByRole('button', { name: 'Change owner' }).click();
  await form.getByText(/why/i).last().waitFor();
  await form.getByLabel('Email of the new owner').fill(max.email);
  await form.getByLabel('Why?').fill('She sold it to Max, and both wrote to us.');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await isWide(page)).toBeLessThanOrEqual(0);
  await form.getByRole('button', { name: 'Change owner' }).click();
  await toast(page, 'It has another owner');
  await page.getByRole('link', { name: max.username }).first().waitFor();
  expect([(await rowOf(bakery.id))?.ownerId, await mails()]).toEqual([max.id, [1, 1]]);
  const his = await openAs({ site, browser }, max, '/dashboard');
  await his.getByText(bakery.name).first().waitFor();

  await undoByKeyboard(page);
  await toast(page, 'Undone');
  await page.getByRole('link', { name: olga.username }).first().waitFor();
  expect([(await rowOf(bakery.id))?.ownerId, await mails()]).toEqual([olga.id, [0, 0]]);
  await his.reload();
  await his.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await his.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => his.getByText(bakery.name).count()).toBe(0);
});

test('the question before a merge names a claim that waits, has no word to an owner that nobody has, and asks nothing of what went', async () => {
  const olga = await aUser(site.db, { username: 'olga-merge' });
  const goes = await aBusiness(site.db, { name: 'Plum & Co' });
  const stays = await aBusiness(site.db, { name: 'Plum and Co' });
  const claim = {
    plan: 'standard',
    amountCents: 2500,
    status: 'in_review',
    expiresAt: new Date('2099-01-01'),
  } as const;
  await site.db.insert(claims).values({ ...claim, businessId: goes.id, userId: olga.id });
  const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${goes.id}`);
  const missing: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) missing.push(`${answer.status()} ${answer.url()}`);
  });
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByLabel('The business that stays').fill(stays.name);
  await page.keyboard.press('Enter');
  const line = page.getByRole('listitem').filter({ hasText: stays.name });
  await line.getByRole('button', { name: 'Merge into this' }).click();
  await page
    .getByText('olga-merge has claimed the one that goes: that claim moves to the one that stays', { exact: false })
    .waitFor();
  await page.getByText('Neither has an owner.', { exact: false }).waitFor();
  expect(await page.getByLabel('A word to the owner (optional)').count()).toBe(0);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Merge', exact: true }).last().click();
  await page.getByRole('heading', { level: 1, name: stays.name }).waitFor();
  await page.getByText('A claim on it waits, so its owner cannot be changed yet.', { exact: false }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(missing).toEqual([]);
});

test('two listings with an owner each cannot be merged, which is said with both addresses before any button', async () => {
  const [ada, bo] = [await aUser(site.db, { username: 'ada-merge' }), await aUser(site.db, { username: 'bo-merge' })];
  const name = 'Circle Tire & Brake';
  const goes = await aBusiness(site.db, { name, address: '4101 McCullough', ownerId: ada.id });
  await aBusiness(site.db, { name, address: '3910 McCullough', ownerId: bo.id });
  await aBusiness(site.db, { name: `${name} South`, address: '1 South St' });
  const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${goes.id}`);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const choose = async (text: string) => {
    const line = page.getByRole('listitem').filter({ hasText: text });
    await line.getByRole('button', { name: 'Merge into this' }).click();
  };
  await choose('3910 McCullough');
  const told = page.getByText('Both have an owner, so they cannot be merged yet', { exact: false });
  expect(await told.innerText()).toContain(
    `${name} (4101 McCullough) is ada-merge’s, ${name} (3910 McCullough) is bo-merge’s.`,
  );
  expect(await page.getByRole('button', { name: 'Merge', exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Choose another' }).click();
  await choose('1 South St');
  const question = await page.getByText('You can undo it for 30 seconds.', { exact: false }).innerText();
  expect(question).toContain(`${name} (4101 McCullough) goes. ${name} South (1 South St) stays`);
  expect(question).toContain('ada-merge owns the one that goes, gets the one that stays, and is told by mail.');
});

test('the form says who is told of an edit by staff, and of nobody where there is nobody', async () => {
  const owned = await aBusiness(site.db, { slug: 'owned-figs', ownerId: (await aUser(site.db)).id });
  const free = await aBusiness(site.db, { slug: 'free-figs' });
  const page = await openAs({ site, browser }, 'staff', `/edit-business/${owned.id}`);
  const told = page.getByText(
    'The owner and the managers are told by mail what you change, a minute after you save it.',
  );
  await told.waitFor();
  await page.goto(`${site.url}/edit-business/${free.id}`);
  await page.getByRole('button', { name: 'Save Changes' }).waitFor();
  expect(await told.count()).toBe(0);
});

test('two that have nothing in common are merged only after a second yes, and an administrator parts them days later', async () => {
  const owner = await aUser(site.db, { username: 'cicada-owner' });
  const goes = await aBusiness(site.db, {
    name: 'Bluebird Cleaners',
    address: '4515 McCullough',
    phone: '210-555-0142',
  });
  const stays = await aBusiness(site.db, { name: 'Cicada Lawn & Tree', address: '221 Mandalay', ownerId: owner.id });
  const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${goes.id}`);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByLabel('The business that stays').fill(stays.name);
  await page.keyboard.press('Enter');
  const line = page.getByRole('listitem').filter({ hasText: stays.name });
  await line.getByRole('button', { name: 'Merge into this' }).click();
  await page.getByText('Nothing of the two is the same: not the name, the address or the phone.').waitFor();
  await page.getByRole('button', { name: 'Merge', exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Merge two different businesses?' });
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await rowOf(goes.id)).toBeDefined();
  await page.getByRole('button', { name: 'Merge', exact: true }).last().click();
  await dialog.getByRole('button', { name: 'Merge all the same' }).click();
  await page.getByRole('heading', { level: 1, name: stays.name }).waitFor();

  const before = new Date(Date.now() - 3 * 86_400_000);
  await site.db.update(staffActs).set({ at: before }).where(eq(staffActs.subjectId, stays.id));
  await site.db.update(auditLog).set({ at: before }).where(eq(auditLog.subjectId, stays.id));
  await page.reload();
  const past = page.getByRole('listitem').filter({ hasText: `${goes.name} went into it.` });
  await past.getByRole('button', { name: 'Undo the merge' }).click();
  const asked = page.getByRole('dialog', { name: 'Make two listings of it again?' });
  await asked.getByText('Bluebird Cleaners comes back', { exact: false }).waitFor();
  await asked.getByRole('button', { name: 'Undo the merge' }).click();
  await page
    .getByText(/^Bluebird Cleaners is there again\./)
    .first()
    .waitFor();
  expect(found(await rowOf(goes.id), 'the listing that went')).toMatchObject({ phone: '210-555-0142' });
  await expect.poll(() => page.getByRole('button', { name: 'Undo the merge' }).count()).toBe(0);
});
