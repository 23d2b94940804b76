/** Editing a business: the form loses nothing, hostile texts do not run, and the pages are accessible. */
import { eq } from 'drizzle-orm';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { auditLog, businesses, businessPhotos } from '#server/db/schema/index.ts';
import { hostileTexts } from '#tests/support/hostile-texts.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaults, accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

// One test cuts the connection.
const own = startOwnerSite({
  harmless: /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/,
});

describe('editing a business', () => {
  test('shows what there is, saves, and is seen by visitors at once', async () => {
    const { id, slug } = await own.mine();
    const page = await own.open(`/edit-business/${id}`);
    await expect.poll(() => field(page, 'Business Name *').inputValue()).toBe('Fig & Ladder');
    await field(page, 'Phone').fill('210-555-0199');
    await page.getByRole('button', { name: 'Add opening hours' }).click();
    await page.getByLabel('Monday: closes').fill('12:30');
    await page.getByRole('button', { name: 'Add a closing' }).click();
    await field(page, 'First day').fill('2099-12-24');
    await field(page, 'Last day').fill('2099-12-26');
    await field(page, 'Why (optional)').fill('Christmas');
    await field(page, 'Instagram').fill('instagram.com/figs');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.waitForURL('**/dashboard');
    await toast(page).getByText('Business updated successfully').waitFor();
    await page.getByRole('link', { name: 'View Fig & Ladder' }).click();
    await page.waitForURL(`**/business/${slug}`);
    await page.getByText('9:00 AM – 12:30 PM').waitFor();
    await page.getByText('Dec 24 – Dec 26 · Christmas').waitFor();
    expect(await page.getByRole('link', { name: 'Instagram' }).getAttribute('href')).toBe('https://instagram.com/figs');
    expect(await own.site.db.select().from(auditLog).where(eq(auditLog.subjectId, id))).toMatchObject([
      { actorId: own.owner.id, action: 'business.edited', data: { phone: ['210-555-0142', '210-555-0199'] } },
    ]);
  });

  test('in two tabs: the second is told and loses nothing', async () => {
    const { id } = await own.mine();
    const [first, second] = [await own.open(`/edit-business/${id}`), await own.open(`/edit-business/${id}`)];
    await field(second, 'Phone').fill('222');
    await field(second, 'Website').fill('figs.example.com');
    await field(first, 'Phone').fill('111');
    await field(first, 'Email').fill('figs@example.com');
    await first.getByRole('button', { name: 'Save Changes' }).click();
    await first.waitForURL('**/dashboard');
    await second.getByRole('button', { name: 'Save Changes' }).click();
    await second.getByText('It now says: 111').waitFor();
    await second.getByText('Nothing you typed is lost.', { exact: false }).first().waitFor();
    expect(await field(second, 'Phone').inputValue()).toBe('222');
    expect(await field(second, 'Email').inputValue()).toBe('figs@example.com');
    await second.getByRole('button', { name: 'Save Changes' }).click();
    await second.waitForURL('**/dashboard');
    expect(await own.site.db.select().from(businesses)).toMatchObject([
      { phone: '222', email: 'figs@example.com', website: 'https://figs.example.com/', version: 3 },
    ]);
  });

  test('leads to the first refused field, also where a day has two times and a closing two days', async () => {
    const { id } = await own.mine();
    const page = await own.open(`/edit-business/${id}`);
    const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await page.getByRole('button', { name: 'Add a closing' }).click();
    await save();
    await expect.poll(focused).toBe('closures.0.from');
    await field(page, 'Last day').fill('2099-12-24');
    await save();
    await expect.poll(focused).toBe('closures.0.from');
    await field(page, 'First day').fill('2099-12-24');
    await field(page, 'Last day').fill('');
    await save();
    await expect.poll(focused).toBe('closures.0.to');
    await field(page, 'Last day').fill('2099-12-20');
    await save();
    await expect.poll(focused).toBe('closures.0.to');
    await page.getByRole('button', { name: 'Add opening hours' }).click();
    await page.getByLabel('Tuesday: closes').fill('');
    await save();
    await expect.poll(focused).toBe('hours.tue');
  });

  test('of somebody else is not found', async () => {
    const { id } = await own.mine({ ownerId: null });
    const page = await own.open(`/edit-business/${id}`);
    await page.getByRole('heading', { name: 'Business not found' }).waitFor();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/dashboard');
  });

  test('says what it does meanwhile; Cancel keeps what was typed until it is discarded', async () => {
    const { id } = await own.mine();
    const page = await own.open(`/edit-business/${id}`);
    const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(`**/api/businesses/${id}`, async (route) => {
      await seen;
      await route.fulfill({ status: 422, body: 'no' });
    });
    await field(page, 'Phone').fill('311');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Saving...' }).waitFor();
    letGo();
    await toast(page).getByText('Failed to update business').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByText('Your last changes are not saved.').waitFor();
    await page.getByRole('link', { name: 'Go on editing Fig & Ladder' }).click();
    await expect.poll(() => field(page, 'Phone').inputValue()).toBe('311');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect.poll(() => field(page, 'Phone').inputValue()).toBe('210-555-0142');
  });

  test('takes pictures, orders them by keyboard and tells what it refuses', async () => {
    const { id } = await own.mine();
    const page = await own.open(`/edit-business/${id}`);
    const picture = async (background: string) => ({
      name: `${background.slice(1)}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
        .png()
        .toBuffer(),
    });
    await page.getByLabel('Add logo').setInputFiles(await picture('#2f4a36'));
    await page.getByText('Change logo').waitFor();
    await page.getByLabel('Add photos').setInputFiles([await picture('#b5532f'), await picture('#4b5fa6')]);
    await page.getByText('2 of 12').waitFor();
    await page.getByRole('radio', { name: 'The logo' }).check();
    await expect.poll(async () => (await own.site.db.select().from(businesses))[0]?.basicPicture).toBe('logo');
    await page.getByLabel('What photo 1 shows').fill('The front');
    await page.getByLabel('What photo 1 shows').press('Tab');
    await expect.poll(() => photoAlts()).toEqual(['The front', '']);
    await page.getByRole('button', { name: 'Move photo 2 earlier' }).press('Enter');
    await expect.poll(() => photoAlts()).toEqual(['', 'The front']);
    const frames = page.locator('[data-photo] > div:first-child');
    await frames.nth(1).dragTo(frames.nth(0));
    await expect.poll(() => photoAlts()).toEqual(['The front', '']);
    await page.getByRole('button', { name: 'Remove photo 2' }).click();
    await expect.poll(() => photoAlts()).toEqual(['The front']);
    await toast(page).getByText('Photo removed').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 of 12').waitFor();
    await expect.poll(() => photoAlts()).toEqual(['The front', '']);
    await page.getByRole('button', { name: 'Remove logo' }).click();
    await page.getByText('Add logo').waitFor();
    await toast(page).getByText('Logo removed').waitFor();
    // The button works after somebody has left the page and come back.
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/dashboard');
    await page.goBack();
    await page.getByText('Add logo').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change logo').waitFor();
    await page.getByRole('button', { name: 'Remove photo 2' }).click();
    await expect.poll(() => photoAlts()).toEqual(['The front']);
    const html = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') };
    await page.getByLabel('Add photos').setInputFiles([html]);
    await toast(page).getByText('Please choose a JPEG, PNG, WebP or AVIF picture.').waitFor();
    expect(await photoAlts()).toEqual(['The front']);
    await page.getByText('front.jpg: Please choose a JPEG, PNG, WebP or AVIF picture.').waitFor();
    await page.getByRole('button', { name: 'Dismiss front.jpg' }).click();

    // The photo is stored, and its answer is lost on the way: sent again, it is there once.
    await page.route(
      '**/api/businesses/*/photos*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByLabel('Add photos').setInputFiles([await picture('#123456')]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('2 of 12').waitFor();
    expect(await photoAlts()).toEqual(['The front', '']);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  async function photoAlts() {
    const rows = await own.site.db.select().from(businessPhotos).orderBy(businessPhotos.position);
    return rows.map(({ alt }) => alt);
  }
});

describe('for everybody', () => {
  test('200 hostile texts in every field are only texts', async () => {
    const { id } = await own.mine();
    const page = await own.open('/dashboard');
    for (let from = 0; from < hostileTexts.length; from += 50) {
      const texts = hostileTexts.slice(from, from + 50);
      const [name = '', address = '', phone = '', note = ''] = texts;
      await own.site.db
        .update(businesses)
        .set({
          name: name.slice(0, 120),
          address: address.slice(0, 250),
          phone: phone.slice(0, 40),
          description: texts.join('\n'),
          closures: [{ from: '2099-01-01', to: '2099-01-02', note: note.slice(0, 80) }],
        })
        .where(eq(businesses.id, id));
      await own.site.forgetPages();
      const [row] = await own.site.db.select().from(businesses);
      for (const path of ['/dashboard', `/edit-business/${id}`, `/business/${row?.slug}`, '/directory']) {
        await page.goto(own.site.url + path);
        await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
        await page.getByText('Loading', { exact: false }).waitFor({ state: 'detached' });
        expect(await page.evaluate(() => (globalThis as { ran?: unknown }).ran), path).toBeUndefined();
      }
    }
  });

  test('axe finds nothing and nothing sticks out, on a phone and on a wide screen, light and dark', async () => {
    const { id } = await own.mine({
      hours: { mon: [['09:00', '17:00']] },
      closures: [{ from: '2099-01-01', to: '2099-01-01', note: '' }],
    });
    const page = await own.open('/dashboard');
    for (const path of [
      '/dashboard',
      '/add-business',
      `/edit-business/${id}`,
      '/edit-business/nothing',
      '/claim-business',
    ]) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(own.site.url + path);
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      await page.locator('h1').waitFor();
      await page.getByText('Loading', { exact: false }).waitFor({ state: 'detached' });
      if (path === '/add-business') await page.getByRole('button', { name: 'Submit for Review' }).click();
      for (const [width, faults] of [
        [1440, accessibilityFaults],
        [390, accessibilityFaultsInBothThemes],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect(await faults(page), `${path}, ${width} px`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
      }
    }
  });
});

test('photos are put in order by a finger', async () => {
  const { id } = await own.mine();
  const photos = ['The front', 'The oven'].map((alt, position) => ({
    alt,
    position,
    businessId: id,
    url: `/${alt}.webp`,
  }));
  await own.site.db.insert(businessPhotos).values(photos);
  const page = await own.open(`/edit-business/${id}`, { hasTouch: true, viewport: { width: 390, height: 1000 } });
  const frames = page.locator('[data-photo] > div:first-child');
  await frames.nth(1).evaluate((frame) => frame.scrollIntoView({ block: 'end' }));
  const centerOf = async (what: Locator) => {
    const { x, y, width, height } = (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  const order = async () =>
    (await own.site.db.select().from(businessPhotos).orderBy(businessPhotos.position)).map(({ alt }) => alt);
  // Only the handle moves a photo: elsewhere, a finger scrolls the page.
  const places = [await centerOf(frames.nth(1)), await centerOf(frames.nth(0))] as const;
  await touch('touchStart', [await centerOf(frames.nth(1).locator('span[aria-hidden=true]'))]);
  await touch('touchMove', [places[0]]);
  await touch('touchMove', [places[1]]);
  await touch('touchEnd', []);
  await page.getByText('Photo moved to place 1 of 2').waitFor({ state: 'attached' });
  await expect.poll(order).toEqual(['The oven', 'The front']);
});
