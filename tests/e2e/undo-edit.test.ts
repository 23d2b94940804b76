/** A saved edit of a listing offers its owner the way back. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaults } from '#tests/support/site.ts';

const own = startOwnerSite({ harmless: /Failed to load resource: the server responded with a status of 409/ });

test('a saved edit is taken back by Undo, with what was empty before, unless somebody was faster', async () => {
  const { id } = await own.mine();
  const stored = async () => (await own.site.db.select().from(businesses).where(eq(businesses.id, id)))[0];
  const before = await stored();
  const edit = async () => {
    const page = await own.open(`/edit-business/${id}`);
    await field(page, 'Description *').fill('Typed in a hurry, and wrong.');
    await field(page, 'Website').fill('figs.example.com');
    await page.getByRole('button', { name: 'Add opening hours' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    return page;
  };
  const page = await edit();
  expect(await stored()).toMatchObject({ website: 'https://figs.example.com/', version: 2 });
  expect(await accessibilityFaults(page)).toEqual([]);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await toast(page).getByText('Fig & Ladder says again what it said before').waitFor();
  const { description, website, hours } = before ?? {};
  expect(await stored()).toMatchObject({ description, website, hours, version: 3 });
  const again = await edit();
  await own.site.db.update(businesses).set({ phone: '210-555-0177', version: 5 }).where(eq(businesses.id, id));
  await toast(again).getByRole('button', { name: 'Undo' }).click();
  await toast(again).getByText('Fig & Ladder was changed again since. Nothing was put back.').waitFor();
  expect(await stored()).toMatchObject({ description: 'Typed in a hurry, and wrong.', phone: '210-555-0177' });
});
