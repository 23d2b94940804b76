/** Two decisions in the review queue need a second yes: approving a duplicate, and charging a card. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { businesses, claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

vi.setConfig({ testTimeout: 120_000 });

const sandbox = await startSandboxWithPrices();
const site = startTestSite({ env: stripeEnv(sandbox) });
const browser = openBrowser();
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await site.db.delete(claims);
  await site.db.delete(businesses);
});

const statusOf = async (id: string) =>
  (await site.db.select({ status: businesses.status }).from(businesses).where(eq(businesses.id, id)))[0]?.status;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const isFocused = (page: Page, name: string | RegExp) => hasFocus(page.getByRole('button', { name }).first());

const looks = { name: 'Oakbend Bakery', address: '12 Oak Street, Oakbend, TX 78209' };

/** An approved listing, a waiting duplicate of it, and another submission behind the duplicate. */
async function aDuplicate() {
  const sender = await aUser(site.db);
  const waits = { status: 'pending', approvedAt: null, submittedById: sender.id, ownerId: sender.id } as const;
  const long = 'hello.from.the.oven@mail.oakbend-bakery-of-the-old-town.example.com';
  const early = new Date(Date.now() - 9e6);
  const twin = await aBusiness(site.db, { ...looks, ...matchKeys(looks), phone: '(210) 555-0142', email: long });
  const name = 'The Oakbend Bakery LLC';
  const one = await aBusiness(site.db, { ...waits, ...looks, ...matchKeys(looks), name, createdAt: early });
  const next = await aBusiness(site.db, { ...waits, name: 'Second Shop' });
  return { twin, one, next };
}

async function aClaimInReview() {
  const shop = await aBusiness(site.db, { name: 'Corner Shop' });
  const ada = await aUser(site.db);
  await site.db.insert(claims).values({
    businessId: shop.id,
    userId: ada.id,
    plan: 'standard',
    amountCents: 2500,
    status: 'in_review',
    expiresAt: new Date(Date.now() + 9e6),
    submittedAt: new Date(Date.now() - 9e6),
    dueAt: new Date(Date.now() + 9e6),
  });
  return { shop, ada };
}

describe.each([390, 1440])('at %i pixels', (width) => {
  const open = async (path = '/staff') => {
    const page = await openAs({ site, browser }, 'staff', path);
    await page.setViewportSize({ width, height: 900 });
    return page;
  };

  test('a duplicate goes live only after a second answer that shows both', async () => {
    const { twin, one } = await aDuplicate();
    const page = await open();
    await page.getByRole('button', { name: /The Oakbend Bakery LLC/ }).click();
    await button(page, 'Approve').click();
    const asked = dialog(page, 'List it twice?');
    await asked.getByRole('cell', { name: '(210) 555-0142' }).waitFor();
    expect(await asked.getByRole('link', { name: /Oakbend Bakery/ }).getAttribute('href')).toBe(
      `/business/${twin.slug}`,
    );
    await isFocused(page, 'Cancel');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await isFocused(page, 'Approve');
    expect(await statusOf(one.id)).toBe('pending');
    await button(page, 'Approve').click();
    await button(page, 'Approve all the same').click();
    await page.getByText('The Oakbend Bakery LLC is approved').first().waitFor();
    await page.getByRole('button', { name: /Second Shop/, expanded: true }).waitFor();
    await isFocused(page, /Second Shop/);
    expect(await statusOf(one.id)).toBe('approved');
  });

  test('or is rejected as a duplicate from there', async () => {
    const { one } = await aDuplicate();
    const page = await open();
    await page.getByRole('button', { name: /The Oakbend Bakery LLC/ }).click();
    await button(page, 'Approve').click();
    await dialog(page, 'List it twice?').getByRole('button', { name: 'Reject as duplicate' }).click();
    await page.getByText('The Oakbend Bakery LLC is rejected as a duplicate').first().waitFor();
    await isFocused(page, /Second Shop/);
    expect(await statusOf(one.id)).toBe('rejected');
  });

  test('or its sender is offered the listing that is there, and that is undone', async () => {
    const { one } = await aDuplicate();
    const page = await open();
    await page.getByRole('button', { name: /The Oakbend Bakery LLC/ }).click();
    await button(page, 'Approve').click();
    await dialog(page, 'List it twice?').getByRole('button', { name: 'Give them the existing listing' }).click();
    const asked = dialog(page, 'Give them the existing listing?');
    await asked.getByLabel('Let it go: the claim costs them nothing').check();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await asked.getByRole('button', { name: 'Send the question' }).click();
    await page.getByText('is asked for proof').first().waitFor();
    await expect.poll(() => statusOf(one.id)).toBe('rejected');
    expect(await site.db.select({ status: claims.status, cents: claims.amountCents }).from(claims)).toEqual([
      { status: 'in_review', cents: 0 },
    ]);
    await button(page, 'Undo').first().click();
    await expect.poll(() => statusOf(one.id)).toBe('pending');
    expect(await site.db.$count(claims, eq(claims.status, 'in_review'))).toBe(0);
  });

  test('by keyboard alone, and no key goes past the question', async () => {
    const { one, next } = await aDuplicate();
    const page = await open();
    await page.getByRole('button', { name: /The Oakbend Bakery LLC/ }).waitFor();
    await page.keyboard.press('j');
    await button(page, 'Approve').waitFor();
    await page.keyboard.press('a');
    await dialog(page, 'List it twice?').waitFor();
    for (const key of ['a', 'j', 'r']) await page.keyboard.press(key);
    expect([await statusOf(one.id), await statusOf(next.id)]).toEqual(['pending', 'pending']);
    await page.keyboard.press('Escape');
    await isFocused(page, /The Oakbend Bakery LLC/);
    await page.keyboard.press('j');
    await page.getByRole('button', { name: /Second Shop/, expanded: true }).waitFor();
    await button(page, 'Approve').waitFor();
    await page.keyboard.press('a');
    await page.getByText('Second Shop is approved').first().waitFor();
  });

  test('asks where only the server has noticed', async () => {
    const { twin, one } = await aDuplicate();
    await site.db.update(businesses).set({ status: 'pending' }).where(eq(businesses.id, twin.id));
    const page = await open(`/staff/businesses/${one.id}`);
    await button(page, 'Approve').waitFor();
    await site.db.update(businesses).set({ status: 'approved' }).where(eq(businesses.id, twin.id));
    await button(page, 'Approve').click();
    await dialog(page, 'List it twice?').getByRole('cell', { name: '(210) 555-0142' }).waitFor();
    await button(page, 'Approve all the same').click();
    await expect.poll(() => statusOf(one.id)).toBe('approved');
  });

  test('a claim names the charge and is approved by a second answer', async () => {
    const { shop, ada } = await aClaimInReview();
    const page = await open();
    await page.getByRole('button', { name: /Corner Shop/ }).waitFor();
    await page.keyboard.press('j');
    await button(page, 'Approve').waitFor();
    await page.keyboard.press('a');
    const asked = dialog(page, 'Approve and charge $25?');
    await asked.getByText(/Approving charges \$25 for the first month/).waitFor();
    await isFocused(page, 'Cancel');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await asked.waitFor({ state: 'detached' });
    const owner = async () => (await site.db.select().from(businesses).where(eq(businesses.id, shop.id)))[0]?.ownerId;
    expect(await owner()).toBeNull();
    await isFocused(page, /Corner Shop/);
    await page.keyboard.press('a');
    await asked.waitFor();
    // A key that comes before the browser has told of the closed dialog is heard.
    await button(page, 'Cancel').evaluate(async (cancel: HTMLButtonElement) => {
      cancel.click();
      await Promise.resolve();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    });
    await asked.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Corner Shop has an owner').first().waitFor();
    expect(await owner()).toBe(ada.id);
  });
});
