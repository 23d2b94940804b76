/** An owner's first day: signs up, confirms the mailbox, adds a listing with hours, pictures and pin in one go, and sees it online. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { businesses, businessPhotos } from '#server/db/schema/index.ts';
import { mailedToken, mailTo } from '#tests/support/mailed-link.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const mailbox = 'rosa@plum.example.com';
const password = 'correct horse battery';

async function picture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer };
}

test('from the sign-up to a page with hours and pictures', async () => {
  const page = await browser.open(`${site.url}/signup`, { viewport: { width: 390, height: 844 } });
  await page.getByLabel('Username').fill('Rosa');
  await page.getByLabel('Email').fill(mailbox);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
  const note = page.getByText(`We sent a link to ${mailbox}.`);
  await note.getByRole('link', { name: 'Send it again' }).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Add New Business' }).first().click();

  await page.getByLabel('Business Name *').fill('Plum & Ladder');
  await page.getByLabel('Description *').fill('Plums, and ladders to pick them from.');
  await page.getByLabel('Category *').selectOption({ label: 'Food & Dining' });
  await page.getByLabel('Address *').fill('14 Oak Street, Olmos Park, TX');
  await page.getByText('Enter coordinates instead').click();
  const { latitude, longitude } = site.city.facts.center;
  await page.getByLabel('Latitude').fill(String(latitude));
  await page.getByLabel('Longitude').fill(String(longitude));
  await page.getByRole('button', { name: 'Add opening hours' }).click();
  await page.getByLabel('Monday: opens').fill('07:30');
  await page.getByLabel('Add logo').setInputFiles(await picture('logo', '#2f4a36'));
  await page
    .getByLabel('Add photos')
    .setInputFiles([
      await picture('door', '#b5532f'),
      await picture('oven', '#4b5fa6'),
      { name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ]);
  await page.getByText('menu.pdf: Please choose a JPEG, PNG, WebP or AVIF picture.').waitFor();
  await page.getByRole('button', { name: 'Remove Photo 2' }).click();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await page.waitForURL('**/dashboard');
  const steps = page.getByRole('region', { name: 'First steps of Plum & Ladder' });
  await steps.getByText('Say when you are open: done').waitFor();
  const [listing] = await site.db.select().from(businesses);
  expect(listing).toMatchObject({ status: 'pending', latitude, longitude, hours: { mon: [['07:30', '17:00']] } });
  expect(listing?.logoUrl).toMatch(/^\/media\//);
  expect(await site.db.$count(businessPhotos)).toBe(1);

  const token = await mailedToken(site.db, mailbox, 'verify-email');
  await page.goto(`${site.url}/verify-email?token=${token}`);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await page.getByText('Thank you. Your email is confirmed.').waitFor();

  const staff = await openAs({ site, browser }, 'staff', `/staff?item=${listing?.id}`);
  await staff
    .getByRole('button', { name: /Plum & Ladder/ })
    .first()
    .waitFor();
  await staff.keyboard.press('j');
  await staff.getByRole('button', { name: 'Approve', exact: true }).click();
  await staff.getByRole('button', { name: /^Undo/ }).waitFor();
  expect((await mailTo(site.db, mailbox)).map(({ subject }) => subject)).toContain('Plum & Ladder is now listed');

  await page.goto(`${site.url}/business/${listing?.slug}`);
  await page.getByRole('heading', { level: 1, name: 'Plum & Ladder' }).waitFor();
  await page
    .getByText(/7:30 AM/)
    .first()
    .waitFor();
});
