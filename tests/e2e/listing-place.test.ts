/** An owner puts the pin of a business: by keyboard on a map that loads when it is opened, or as two numbers. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { frameAround, framePath } from '#features/maps/map-frame.ts';
import { businesses } from '#server/db/schema/index.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaults, accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const noPlace = 'This address has no place on the map yet.';

describe('on the map', () => {
  const own = startOwnerSite({
    hasWebGl: true,
    harmless: /Failed to load resource: the server responded with a status of 4\d\d|GL Driver Message|WebGL/,
  });
  const read = async (id: string) => {
    const [row] = await own.site.db.select().from(businesses).where(eq(businesses.id, id));
    return { latitude: row?.latitude ?? Number.NaN, longitude: row?.longitude ?? Number.NaN };
  };

  test.each([phone, desktop])(
    'the pin is moved by keyboard, saved, and the picture of the page follows ($width px)',
    async (viewport) => {
      const { id, slug } = await own.mine();
      const page = await own.open(`/edit-business/${id}`, { viewport });
      await page.getByText(noPlace).waitFor();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      expect(asked.filter((path) => /open-map|\/api\/map$/.test(path))).toEqual([]);

      await page.getByRole('button', { name: 'Show where it is' }).click();
      const pin = page.getByRole('button', { name: /^Pin: move it with the arrow keys/ });
      await hasFocus(pin);
      expect(asked.some((path) => path.includes('open-map'))).toBe(true);
      await page.getByText('The streets cannot be shown just now. You can leave the pin for later.').waitFor();
      // Opening the map sets no pin: the pin waits at the center of town.
      await page.getByText(noPlace).waitFor();
      await page.keyboard.press('ArrowUp');
      for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowRight');
      await page
        .getByRole('status')
        .filter({ hasText: /^The pin is at 29\.\d+° north, 98\.\d+° west\.$/ })
        .waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.waitForURL('**/dashboard');
      await toast(page).getByText('Business updated successfully').waitFor();

      const { center } = own.site.city.facts;
      const first = await read(id);
      expect(first.latitude).toBeGreaterThan(center.latitude);
      expect(first.longitude).toBeGreaterThan(center.longitude + 0.0005);
      const sources = () =>
        page.locator('.static-map source').evaluateAll((all) => all.map((source) => source.getAttribute('srcset')));
      await page.goto(`${own.site.url}/business/${slug}`);
      expect(await sources()).toContain(framePath(frameAround(first, 'wide'), 'light', 'avif'));

      await page.goto(`${own.site.url}/edit-business/${id}`);
      await page.getByRole('button', { name: 'Move the pin' }).click();
      await hasFocus(pin);
      for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+ArrowLeft');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.waitForURL('**/dashboard');
      const second = await read(id);
      expect(second.longitude).toBeLessThan(first.longitude);
      expect(Math.abs(second.latitude - first.latitude)).toBeLessThan(0.00002);
      await page.goto(`${own.site.url}/business/${slug}`);
      expect(await sources()).toContain(framePath(frameAround(second, 'wide'), 'light', 'avif'));
    },
  );

  test('a click moves the pin, as dragging does, and it stays inside of the town', async () => {
    const { id } = await own.mine(own.site.city.facts.center);
    const page = await own.open(`/edit-business/${id}`, { viewport: desktop });
    await page.getByRole('button', { name: 'Move the pin' }).click();
    const map = page.getByRole('region', { name: 'Map with the pin' });
    const pin = page.getByRole('button', { name: /^Pin:/ });
    await pin.waitFor();
    const before = await field(page, 'Longitude').inputValue();
    const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(box.x + box.width / 2 + 100, box.y + box.height / 2);
    await expect.poll(() => field(page, 'Longitude').inputValue()).not.toBe(before);
    const clicked = Number(await field(page, 'Longitude').inputValue());
    expect(clicked).toBeGreaterThan(Number(before));
    const at = (await pin.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 - 150, at.y + at.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => Number(await field(page, 'Longitude').inputValue())).toBeLessThan(clicked);
    await pin.focus();
    const [, , east] = own.site.city.map.bounds;
    for (let n = 0; n < 150; n++) await page.keyboard.press('Shift+ArrowRight');
    expect(Number(await field(page, 'Longitude').inputValue())).toBeLessThanOrEqual(east);
  });
});

describe('without a map', () => {
  const own = startOwnerSite();
  const openWithoutWebGl = async (path: string, viewport: typeof phone) => {
    const page = await own.open('/dashboard', { viewport });
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.goto(own.site.url + path);
    return page;
  };

  test.each([phone, desktop])(
    'two numbers say the same, and a place far away is refused ($width px)',
    async (viewport) => {
      const { id } = await own.mine();
      const page = await openWithoutWebGl(`/edit-business/${id}`, viewport);
      await page.getByRole('button', { name: 'Show where it is' }).click();
      await page.getByText('Your browser cannot show the map. Please enter the coordinates below.').waitFor();
      await page.getByText('Enter coordinates instead').click();
      await field(page, 'Latitude').fill('48.137');
      const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
      await save();
      await page.getByText('Please enter both numbers, or neither').waitFor();
      await field(page, 'Longitude').fill('11.575');
      await page.getByText(/^That is about 5,\d00 miles from .+ Are both numbers right\?$/).waitFor();
      await save();
      await page
        .getByRole('main')
        .getByText(/^This place is outside of our map of /)
        .waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('latitude');
      expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
      const { latitude, longitude } = own.site.city.facts.center;
      await field(page, 'Latitude').fill(String(latitude));
      // West without its minus sign is in Asia; the form offers what is meant.
      await field(page, 'Longitude').fill(String(-longitude));
      await page.getByText('Is a minus sign missing?').waitFor();
      expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
      await page.getByRole('button', { name: /^Put it at .+° west$/ }).click();
      expect(await field(page, 'Longitude').inputValue()).toBe(String(longitude));
      await page.getByText(/miles from/).waitFor({ state: 'detached' });
      await save();
      await page.waitForURL('**/dashboard');
      expect(await own.site.db.select().from(businesses)).toMatchObject([{ latitude, longitude, placeBy: 'owner' }]);
    },
  );

  test('the dashboard asks for the place of an address, and leads to the part of the form', async () => {
    const { id } = await own.mine();
    const page = await own.open('/dashboard', { viewport: phone });
    await page.getByText(noPlace).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show where it is: Fig & Ladder' }).click();
    await page.waitForURL(`**/edit-business/${id}#place`);
    const button = page.getByRole('button', { name: 'Show where it is' });
    await expect
      .poll(() =>
        button.evaluate(
          (one) => one.getBoundingClientRect().top > 0 && one.getBoundingClientRect().bottom < innerHeight,
        ),
      )
      .toBe(true);
    await own.site.db.update(businesses).set(own.site.city.facts.center);
    await page.goto(`${own.site.url}/dashboard`);
    await page.getByRole('heading', { name: 'Fig & Ladder' }).waitFor();
    expect(await page.getByText(noPlace).count()).toBe(0);
  });

  test('a form whose place nobody touches sends nothing of it', async () => {
    const { id } = await own.mine();
    const page = await own.open(`/edit-business/${id}`);
    await field(page, 'Phone').fill('210-555-0199');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const body = (await sent).postDataJSON() as object;
    expect(Object.keys(body).filter((name) => /itude|place/.test(name))).toEqual([]);
  });
});
