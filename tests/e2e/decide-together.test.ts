/** Staff tick several new listings and decide on them together; acts in a row can each be undone. */
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

async function waiting(...names: string[]): Promise<string[]> {
  const owner = await aUser(site.db);
  const ids = [];
  for (const name of names) {
    const given = { name, status: 'pending', approvedAt: null, ownerId: owner.id, submittedById: owner.id } as const;
    ids.push((await aBusiness(site.db, given)).id);
  }
  return ids;
}

const statuses = async (ids: string[]) => {
  const rows = await site.db.select().from(businesses).where(inArray(businesses.id, ids));
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

test('three are approved by one click and taken back by one, two are rejected for a saved reason', async () => {
  const ids = await waiting('Fig & Ladder', 'Blue Door', 'Corner Cobbler');
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 390, height: 844 } });
  await page.getByLabel('All 3 new listings here').check();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await toast(page, '3 listings are approved');
  expect(await statuses(ids)).toEqual(['approved', 'approved', 'approved']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone');
  expect(await statuses(ids)).toEqual(['pending', 'pending', 'pending']);

  await page.getByLabel('Choose Fig & Ladder').check();
  await page.getByLabel('Choose Blue Door').check();
  await page.getByRole('button', { name: 'Reject 2' }).click();
  await page.getByLabel('Why not?').fill('The address is missing.');
  await page.getByLabel('Save this reason for next time').check();
  await page.getByRole('button', { name: 'Send rejection' }).click();
  await expect.poll(() => statuses(ids)).toEqual(['rejected', 'rejected', 'pending']);

  await page.getByRole('button', { name: /Corner Cobbler/ }).click();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByLabel('Saved reasons').selectOption('The address is missing.');
  expect(await page.getByLabel('Why not?').inputValue()).toBe('The address is missing.');
  await page.getByRole('button', { name: 'Send rejection' }).click();
  await expect.poll(() => statuses(ids)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('a double click decides on one line, and what looks like a duplicate is named before many go live', async () => {
  const looks = { name: 'Heron Cup', address: '12 Oak Street', phone: '(210) 555-0142' };
  await aBusiness(site.db, { ...looks, ...matchKeys(looks) });
  const ids = await waiting('Acorn Art', 'Birch Books', 'Heron Coffee Cup');
  const alike = found(ids[2], 'the one that looks like another');
  await site.db
    .update(businesses)
    .set({ phone: looks.phone, ...matchKeys({ name: 'Heron Coffee Cup', address: '' }) })
    .where(eq(businesses.id, alike));
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 1440, height: 500 } });
  await page.getByText('Possible duplicate').waitFor();
  await page.getByRole('button', { name: /Acorn Art/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await toast(page, 'Acorn Art is approved');
  const next = page.getByRole('button', { name: /Birch Books/ });
  await expect.poll(() => next.getAttribute('aria-expanded')).toBe('true');
  expect(await next.evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(60);
  await expect.poll(() => page.getByRole('button', { name: 'Approve', exact: true }).isEnabled()).toBe(true);
  expect(await statuses(ids)).toEqual(['approved', 'pending', 'pending']);

  await page.getByLabel('All 2 new listings here').check();
  await page.getByRole('button', { name: 'Approve 2' }).click();
  const alikeNote = 'This one has the name, address or phone number of another listing, which is here or waits, too';
  await page.getByText(`${alikeNote}: Heron Coffee Cup.`).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave it out' }).click();
  await page.getByRole('button', { name: 'Approve 1' }).click();
  await expect.poll(() => statuses(ids)).toEqual(['approved', 'approved', 'pending']);
  // The next test begins with a queue of its own.
  await site.db.update(businesses).set({ status: 'rejected' }).where(eq(businesses.id, alike));
});

test('of two approvals in a row the first can still be undone, and a button keeps the focus', async () => {
  const ids = await waiting('Lantern Books', 'Pecan Press');
  const page = await openAs({ site, browser }, 'staff', '/staff');
  const approve = async (name: RegExp) => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
  };
  await approve(/Lantern Books/);
  await toast(page, 'Lantern Books is approved');
  await page.getByRole('button', { name: 'Undo' }).focus();
  // A click by the mouse would take the focus.
  await page.evaluate(() => {
    const line = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes('Pecan Press'));
    if (line?.getAttribute('aria-expanded') === 'false') line.click();
  });
  const pecan = page.getByRole('button', { name: 'Approve', exact: true });
  await expect.poll(() => pecan.isEnabled()).toBe(true);
  await pecan.evaluate((one: HTMLButtonElement) => one.click());
  await toast(page, 'Pecan Press is approved');
  const first = page.getByRole('button', { name: 'Undo: Lantern Books is approved' });
  await hasFocus(first);
  await page.keyboard.press('Enter');
  await toast(page, 'Undone');
  expect(await statuses(ids)).toEqual(['pending', 'approved']);
});

test('on a phone what can be undone makes room for a form that opens after it', async () => {
  await waiting('Maple Market', 'Olive Optics');
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 390, height: 700 } });
  await page.getByRole('button', { name: /Maple Market/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await toast(page, 'Maple Market is approved');
  // The next line has opened by itself.
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const send = page.getByRole('button', { name: 'Send rejection' });
  const isFree = () =>
    send.evaluate((one) => {
      one.closest('form')?.scrollIntoView({ block: 'end' });
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isFree).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
});

test('one that a colleague decided on meanwhile is named with who and what, and not counted as left', async () => {
  const ids = await waiting('Xav Boats', 'Yam Yard');
  const [taken, other] = [found(ids[0], 'the first'), found(ids[1], 'the second')];
  const ben = await aUser(site.db, { role: 'staff', username: 'ben' });
  const bens = await openAs({ site, browser }, ben, `/staff/businesses/${taken}`);
  const page = await openAs({ site, browser }, 'staff', '/staff');
  await page.getByLabel('Choose Xav Boats').check();
  await page.getByLabel('Choose Yam Yard').check();
  await bens.getByRole('button', { name: 'Approve', exact: true }).click();
  await toast(bens, 'Xav Boats is approved');
  await page.getByRole('button', { name: 'Reject 2' }).click();
  await page.getByLabel('Why not?').fill('The address is missing.');
  await page.getByRole('button', { name: 'Send rejection' }).click();
  await toast(page, '1 listing is rejected. ben approved Xav Boats just now');
  expect(await statuses([taken, other])).toEqual(['approved', 'rejected']);
});
