/** Staff undo one field of an owner's edit in the browser: the history shows the state of each field. */
import { expect, test } from 'vitest';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

for (const width of [390, 1440]) {
  test(`at ${width} px a field that is undone leaves the other one undoable`, async () => {
    await site.db.delete(auditLog);
    await site.db.delete(businesses);
    const owner = await aUser(site.db);
    const now = { phone: '(210) 555-0666', website: 'https://evil.example/' };
    const listing = await aBusiness(site.db, {
      ownerId: owner.id,
      status: 'approved',
      approvedAt: new Date(Date.now() - 1000),
      ...now,
    });
    await site.db.insert(auditLog).values({
      actorId: owner.id,
      action: 'business.edited',
      subjectType: 'business',
      subjectId: listing.id,
      data: { phone: ['(210) 555-0142', now.phone], website: ['https://bakery.example/', now.website] },
    });
    const page = await openAs({ site, browser }, 'staff', '/staff/changes');
    await page.setViewportSize({ width, height: 900 });
    const line = (label: string) => page.locator('article li').filter({ hasText: label });
    await page.getByText('Tell the owner why').click();
    await page.getByLabel('Reason for undoing').fill('This number is not yours.');
    await page.getByRole('button', { name: 'Undo Phone' }).click();
    await line('Phone')
      .getByText(/^Undone by /)
      .waitFor();
    await line('Website').getByText('Still live').waitFor();
    expect(await line('Phone').getByRole('button').count()).toBe(1);
    await line('Phone').getByRole('button', { name: 'Redo Phone' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await page.getByRole('button', { name: 'The rest looks right' }).click();
    await page.getByText(/^Looked at by /).waitFor();
    await page.getByRole('button', { name: 'Undo all' }).click();
    await line('Website')
      .getByText(/^Undone by /)
      .waitFor();
    const undoButtons = page.locator('main').getByRole('button', { name: /^Undo/ });
    expect(await undoButtons.count()).toBe(0);
    const row = async () => (await site.db.select().from(businesses))[0];
    expect(await row()).toMatchObject({ phone: '(210) 555-0142', website: 'https://bakery.example/' });

    // The undo is undone from its toast by keyboard, and a field by its own button.
    await page.keyboard.press('F8');
    const button = page.getByRole('button', { name: 'Undo', exact: true });
    for (let tab = 0; tab < 5 && !(await button.evaluate((one) => one === document.activeElement)); tab++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await line('Website').getByText('Still live').waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('article')?.textContent)).toContain('Website');
    expect(await row()).toMatchObject({ phone: '(210) 555-0142', website: now.website });
    await page.getByRole('button', { name: 'Redo Phone' }).click();
    await line('Phone').getByText('Still live').waitFor();
    expect(await row()).toMatchObject(now);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
}
