/** An owner's listings before staff have said yes: what is missing, what waits, and what is taken back. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { auditLog, businesses, businessPhotos } from '#server/db/schema/index.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const own = startOwnerSite();
const toPhotos = /\/photos(\?|$)/;
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
  const fake = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Just a text.') };
  await page.getByLabel('Add photos').setInputFiles([fake, broken]);
  // Both are told at once; what is no picture at all takes no room.
  const faults = page.getByRole('alert').filter({ hasText: 'fake.jpg is not a picture we can read.' });
  await faults.getByText('front.jpg cannot be shown and may be damaged.').waitFor();
  await page.getByText('Photo 2').waitFor({ state: 'detached' });
  await page.getByText('Photo 1').waitFor();
  await page.getByLabel('Add logo').setInputFiles([fake]);
  await page.getByText('fake.jpg is not a picture we can read.').waitFor();
  await page.getByText('Change logo').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await page.waitForURL('**/dashboard');
  await toast(page).getByText('Your business has been submitted for review.').waitFor();
  const note = page.getByRole('alert').filter({ hasText: 'Plum & Ladder is with us, but a picture is missing.' });
  await note.getByText('front.jpg: This picture is damaged and cannot be read. Please choose another one.').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await own.site.db.select().from(businesses)).toMatchObject([{ name: 'Plum & Ladder', status: 'pending' }]);
  // A reload forgets the file, not what was wrong with it.
  await page.reload();
  await note.getByText('front.jpg: This picture is damaged').waitFor();
  await note.getByRole('button', { name: 'Dismiss front.jpg' }).click();
  await note.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('article', { name: 'Plum & Ladder' }).waitFor();
  expect(await note.count()).toBe(0);
});

test.each([
  ['has arrived', true],
  ['never came', false],
])(
  'a picture whose person left while it was on its way, and that %s, is only called missing when it is',
  async (_, isThere) => {
    const page = await own.open('/add-business', phone);
    page.on('dialog', (dialog) => void dialog.accept());
    await field(page, 'Business Name *').fill('Plum & Ladder');
    await field(page, 'Description *').fill('Plums, and ladders to pick them from.');
    await field(page, 'Category *').selectOption({ label: 'Food & Dining' });
    await field(page, 'Address *').fill('14 Oak Street, Olmos Park, TX');
    const front = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2f4a36' } })
      .jpeg()
      .toBuffer();
    await page.getByLabel('Add photos').setInputFiles([{ name: 'front.jpg', mimeType: 'image/jpeg', buffer: front }]);
    const sent = Promise.withResolvers<void>();
    await page.route(toPhotos, async (route) => {
      if (isThere) await route.fetch();
      // The answer never reaches the page.
      sent.resolve();
    });
    await page.getByRole('button', { name: 'Submit for Review' }).click();
    await sent.promise;
    await page.goto(`${own.site.url}/dashboard`);
    const item = page.getByRole('article', { name: 'Plum & Ladder' });
    await item.waitFor();
    const kept = () => page.evaluate(() => sessionStorage.getItem('refused-pictures'));
    const note = page.getByText('Plum & Ladder is with us, but a picture is missing.');
    if (isThere) {
      await expect.poll(kept).toBeNull();
      expect(await note.count()).toBe(0);
      return;
    }
    await note.waitFor();
    // The note goes with the picture that is added on the page it names.
    await page.unroute(toPhotos);
    await page.getByRole('link', { name: 'Edit Plum & Ladder, to choose other pictures' }).click();
    await page.getByLabel('Add photos').setInputFiles([{ name: 'front.jpg', mimeType: 'image/jpeg', buffer: front }]);
    await expect.poll(async () => (await own.site.db.select().from(businessPhotos)).length).toBe(1);
    await page.goto(`${own.site.url}/dashboard`);
    await item.waitFor();
    await expect.poll(kept).toBeNull();
    await note.waitFor({ state: 'detached' });
  },
);

test('a listing that waits is withdrawn after one more question', async () => {
  const { id } = await own.mine({ status: 'pending' });
  const page = await own.open('/dashboard', phone);
  await page.getByText('1 business, waiting for review.').waitFor();
  const item = page.getByRole('article', { name: 'Fig & Ladder' });
  await item.getByText('We answer within 24 hours.').waitFor();
  await item.getByRole('button', { name: 'Withdraw Fig & Ladder' }).click();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await item.getByRole('button', { name: 'Keep it' }).click();
  await item.getByRole('link', { name: 'Edit Fig & Ladder' }).click();
  await page.getByRole('link', { name: 'your dashboard' }).click();
  await item.getByRole('button', { name: 'Withdraw Fig & Ladder' }).click();
  await item.getByRole('button', { name: 'Yes, withdraw it: Fig & Ladder' }).click();
  await page.getByText("You don't have any businesses yet.").waitFor();
  expect(await own.site.db.select().from(businesses).where(eq(businesses.id, id))).toEqual([]);
});

test('one that was not approved has real links in its reason, does not count, and is removed', async () => {
  const twin = await own.mine({ ownerId: null, name: 'Figs' });
  const rejectionReason = `It is in the directory already: Figs, ${own.site.url}/business/${twin.slug}\nIf it is yours, you can claim it: ${own.site.url}/claim-business?business=${twin.slug}`;
  await own.mine({ name: 'Fig Duplicate', status: 'rejected', rejectionReason });
  await own.mine({ name: 'Plum & Ladder' });
  const page = await own.open('/dashboard', phone);
  await page.getByText('You have 1 business in the directory.').waitFor();
  const item = page.getByRole('article', { name: 'Fig Duplicate' });
  expect(await item.getByRole('link', { name: 'View it' }).getAttribute('href')).toBe(`/business/${twin.slug}`);
  expect(await item.getByRole('link', { name: 'Claim it' }).getAttribute('href')).toBe(
    `/claim-business?business=${twin.slug}`,
  );
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);

  await page.goto(`${own.site.url}/dashboard/messages`);
  await page.getByRole('group', { name: 'Visitors may write to' }).getByText('Plum & Ladder').waitFor();
  expect(await page.getByText('Fig Duplicate').count()).toBe(0);

  await page.goto(`${own.site.url}/dashboard`);
  await item.getByRole('button', { name: 'Remove from my list: Fig Duplicate' }).click();
  await item.getByRole('button', { name: 'Yes, remove it: Fig Duplicate' }).click();
  await item.waitFor({ state: 'detached' });
});

test('what staff put back stands on the card, with the day and the reason', async () => {
  const { id } = await own.mine();
  await own.site.db.insert(auditLog).values({
    ...{ action: 'business.edit-undone', subjectType: 'business', subjectId: id, at: new Date() },
    data: { name: ['Figs R Us', 'Fig & Ladder'], description: ['x', 'y'], reason: 'This is another shop.' },
  });
  const page = await own.open('/dashboard', phone);
  const item = page.getByRole('article', { name: 'Fig & Ladder' });
  await item.getByText(/^On .+ we put back: Name, Description\.$/).waitFor();
  await item.getByText('Reason: This is another shop.').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
});

test('what staff changed stands on the card with old and new words, and is changed back there, field by field', async () => {
  const long = 'Figs, and ladders to pick them from. '.repeat(8).trim();
  const { id } = await own.mine({ phone: '210-555-0199', description: long, ownerId: own.owner.id });
  const { id: actorId } = await aUser(own.site.db, { role: 'staff' });
  const act = { actorId, action: 'business.edited', subjectType: 'business', subjectId: id };
  const changed = { phone: ['210-555-0110', '210-555-0199'], description: ['Figs.', long] };
  await own.site.db.insert(auditLog).values({ ...act, data: { ...changed, owner: own.owner.id } });
  // Where the mail about it leads.
  const page = await own.open(`/dashboard#by-staff-${id}`, phone);
  const box = page.getByRole('region', { name: 'Changed by us: Fig & Ladder' });
  await expect.poll(() => box.evaluate((part) => document.activeElement === part)).toBe(true);
  expect(await box.evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(422);
  await box.getByText(/^We changed this listing on .+\.$/).waitFor();
  await box.getByText('Phone: 210-555-0110 → 210-555-0199').waitFor();
  await box.getByText('Description: old and new words').click();
  await box.getByText('Figs.', { exact: true }).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // Changed again behind the page's back.
  await own.site.db.update(businesses).set({ description: 'Figs!' });
  await box.getByRole('button', { name: 'Change it back: Description of Fig & Ladder' }).click();
  await toast(page).getByText('Description was changed again since, so nothing was changed back.').waitFor();
  await box.getByText('Description: old and new words').waitFor({ state: 'detached' });
  await box.getByRole('button', { name: 'Change it back: Phone of Fig & Ladder' }).click();
  await toast(page).getByText('Phone of Fig & Ladder says again what it said before.').waitFor();
  await box.waitFor({ state: 'detached' });
  // The button is gone, and the keyboard goes on beside it.
  expect(await page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true);
  expect(await own.site.db.select().from(businesses)).toMatchObject([{ phone: '210-555-0110', description: 'Figs!' }]);
});

test('its owner takes a listing off the directory, undoes it, and puts it back from the dashboard', async () => {
  const { id, slug } = await own.mine();
  const status = async () => (await fetch(`${own.site.url}/business/${slug}`)).status;
  const isInSitemap = async () =>
    (await (await fetch(`${own.site.url}/sitemaps/businesses-1.xml`)).text()).includes(slug);
  expect([await status(), await isInSitemap()]).toEqual([200, true]);
  const page = await own.open(`/edit-business/${id}`, phone);
  await page.getByRole('button', { name: 'Take it off the directory: Fig & Ladder' }).click();
  await page.getByText('Visitors do not find it any more, not by search and not by its link.').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave it there' }).click();
  await page.getByRole('button', { name: 'Take it off the directory: Fig & Ladder' }).click();
  await page.getByRole('button', { name: 'Yes, take it off: Fig & Ladder' }).click();
  const back = page.getByRole('button', { name: 'Put it back: Fig & Ladder' });
  await back.waitFor();
  expect(await back.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(async () => [await status(), await isInSitemap()]).toEqual([404, false]);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Take it off the directory: Fig & Ladder' }).waitFor();
  await expect.poll(status).toBe(200);
  // A save that began before goes through.
  await field(page, 'Phone').fill('210-555-0143');
  await page.getByRole('button', { name: 'Take it off the directory: Fig & Ladder' }).click();
  await page.getByRole('button', { name: 'Yes, take it off: Fig & Ladder' }).click();
  await back.waitFor();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/dashboard');
  const item = page.getByRole('article', { name: 'Fig & Ladder' });
  await item.getByText('Off the directory', { exact: true }).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await item.getByRole('button', { name: 'Put it back: Fig & Ladder' }).click();
  await item.getByText('Approved').waitFor();
  // The pressed button is gone, and the keyboard goes on near its place.
  await expect.poll(() => item.evaluate((part) => part.contains(document.activeElement))).toBe(true);
  await expect.poll(status).toBe(200);
});
