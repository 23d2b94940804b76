/** An owner's listings before staff have said yes: what is missing, what waits, and what is taken back. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const own = startOwnerSite();
const phone = { viewport: { width: 390, height: 844 } };

test('a picture that cannot be read is named after sending, with the reason, and the listing is safe', async () => {
  const page = await own.open('/add-business', phone);
  await field(page, 'Business Name *').fill('Plum & Ladder');
  await field(page, 'Description *').fill('Plums, and ladders to pick them from.');
  await field(page, 'Category *').selectOption({ label: 'Food & Dining' });
  await field(page, 'Address *').fill('14 Oak Street, Olmos Park, TX');
  const whole = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2f4a36' } })
    .jpeg()
    .toBuffer();
  const broken = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: whole.subarray(0, 80) };
  await page.getByLabel('Add photos').setInputFiles([broken]);
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await page.waitForURL('**/dashboard');
  await toast(page).getByText('Your business has been submitted for review.').waitFor();
  const note = page.getByRole('alert').filter({ hasText: 'Plum & Ladder is with us, but a picture is missing.' });
  await note.getByText('front.jpg: This picture is damaged and cannot be read. Please choose another one.').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await own.site.db.select().from(businesses)).toMatchObject([{ name: 'Plum & Ladder', status: 'pending' }]);
  await note.getByRole('button', { name: 'Dismiss front.jpg' }).click();
  await note.waitFor({ state: 'detached' });
});
