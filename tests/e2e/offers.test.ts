/** Offers of a premium listing: its owner writes them, visitors see them, and they end. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { businesses, offers } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { openAs } from '#tests/support/open-as.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const own = startOwnerSite();
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The stored page of a business, too. */
async function forget(id: string) {
  await announceChange(own.site.db, [`business:${id}`]);
  await own.site.forgetPages();
}
const premiumExpiresAt = new Date(Date.now() + 90 * 86_400_000);

describe.each([
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
])('offers at %s', (_, viewport) => {
  test('are written by the owner, seen by visitors, and end', async () => {
    const { slug, id } = await own.mine({ premiumExpiresAt });
    const page = await own.open('/dashboard', { viewport });
    await page.getByRole('link', { name: 'Offers of Fig & Ladder' }).click();
    await page.getByRole('button', { name: 'Add an offer' }).click();
    await page.getByRole('button', { name: 'Save offer' }).click();
    await page.getByText('Please say what you offer').waitFor();
    expect(await field(page, 'Offer').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
    await field(page, 'Offer').fill('Two figs for one');
    await field(page, 'What people should know (optional)').fill('On Tuesdays.');
    await field(page, 'Last day').fill('2020-01-01');
    await page.getByRole('button', { name: 'Save offer' }).click();
    await page.getByText('Please choose today or a later day').first().waitFor();
    expect(await field(page, 'Offer').inputValue()).toBe('Two figs for one');
    // The typed text is still there after a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Add an offer' }).click();
    await page.getByText('Welcome back: what you typed is still here.').waitFor();
    await field(page, 'Last day').fill(day(20));
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save offer' }).click();
    await toast(page).getByText('Visitors see it at once.').waitFor();
    await page.getByText('On your page').waitFor();
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);

    for (const script of [true, false]) {
      const visitor = await own.browser.open(`${own.site.url}/business/${slug}`, { viewport, script });
      const block = visitor.getByRole('region', { name: 'Offers' });
      await block.getByText('Two figs for one').waitFor();
      await block.getByText(/^Until [A-Z][a-z]+ \d+/).waitFor();
      if (!script) continue;
      expect(await accessibilityFaultsInBothThemes(visitor)).toEqual([]);
      expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }

    // When premium ends, offers are kept but no longer shown.
    await own.site.db.update(businesses).set({ premiumExpiresAt: null }).where(eq(businesses.id, id));
    await forget(id);
    const later = await own.browser.open(`${own.site.url}/business/${slug}`, { viewport });
    expect(await later.getByText('Two figs for one').count()).toBe(0);
    await page.reload();
    await page.getByText('Kept, not shown').waitFor();
    await page.getByRole('link', { name: 'See what Premium adds' }).waitFor();
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);

    await own.site.db.update(businesses).set({ premiumExpiresAt }).where(eq(businesses.id, id));
    await forget(id);
    await later.reload();
    await later.getByRole('heading', { name: 'Two figs for one' }).waitFor();
    await own.site.db.update(offers).set({ until: day(-2) });
    await forget(id);
    await later.reload();
    expect(await later.getByText('Two figs for one').count()).toBe(0);
    await page.reload();
    await page.getByText('Ended', { exact: true }).waitFor();
  });

  test('are removed after a question, by the owner and by staff', async () => {
    const { id } = await own.mine({ premiumExpiresAt });
    await own.site.db.insert(offers).values([
      { businessId: id, title: 'Free ladder', until: day(5) },
      { businessId: id, title: 'Free fig', until: day(6) },
    ]);
    const page = await own.open(`/business-offers/${id}`, { viewport });
    await page.getByRole('button', { name: 'Remove Free ladder' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Remove Free ladder' }).press('Enter');
    await page.getByRole('button', { name: 'Yes, remove Free ladder' }).press('Enter');
    await toast(page).getByText('The offer is removed').waitFor();
    expect(await page.getByText('Free ladder').count()).toBe(0);

    const staff = await openAs(own, 'staff', `/staff/businesses/${id}`, { viewport });
    await staff.getByRole('button', { name: 'Remove Free fig' }).click();
    await staff.getByRole('button', { name: 'Yes, remove Free fig' }).click();
    await staff.getByText('Removed an offer').nth(1).waitFor();
    expect(await own.site.db.$count(offers)).toBe(0);
  });
});

test('a listing of somebody else has no such page', async () => {
  const { id } = await own.mine({ ownerId: (await aUser(own.site.db)).id, premiumExpiresAt });
  const page = await own.open(`/business-offers/${id}`);
  await page.getByRole('heading', { name: 'Business not found' }).waitFor();
});
