/** A refused save is explained once: on a phone a toast would say the same over the box beside the button, and cover it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { fillStaffDesk } from '#tests/support/fill-staff-desk.ts';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

let ids: Awaited<ReturnType<typeof fillStaffDesk>>;
let listing = '';
const site = startTestSite({
  fill: async (db) => {
    ids = await fillStaffDesk(db);
    listing = (await aBusiness(db, { description: 'A shop that is here for editing.', address: '1 Elm Street' })).id;
  },
});
const browser = openBrowser();
const viewport = { width: 390, height: 844 };

interface Form {
  path: () => string;
  type: (page: Page, text: string) => Promise<void>;
  save: (page: Page) => Promise<void>;
}
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const fill = (label: string | RegExp) => (page: Page, text: string) =>
  page.getByLabel(label, { exact: true }).first().fill(text);
const contact = (page: Page) => page.getByRole('form', { name: 'Contact', exact: true });

const forms: Record<string, Form> = {
  'a setting': {
    path: () => '/staff/settings',
    type: (page, text) => contact(page).getByLabel('How soon you answer', { exact: true }).fill(text),
    save: (page) => contact(page).getByRole('button', { name: 'Save', exact: true }).click(),
  },
  'a notice': { path: () => `/staff/notices/${ids.notice}`, type: fill('Text'), save: press('Save') },
  'an event': { path: () => `/staff/events/${ids.event}`, type: fill('Title'), save: press('Save') },
  'a listing': { path: () => `/edit-business/${listing}`, type: fill(/^Description/), save: press('Save Changes') },
};

test.each(Object.keys(forms))('%s', async (name) => {
  const form = forms[name];
  if (form === undefined) throw new Error(name);
  const [amy, stella] = [await aUser(site.db, { role: 'staff' }), await aUser(site.db, { role: 'staff' })];
  const open = (who: User) => openAs({ site, browser }, who, form.path(), { viewport });
  const [hers, amys] = [await open(stella), await open(amy)];
  await form.type(hers, 'These words are hers');
  await form.type(amys, 'And these words are of Amy');
  const isSaved = amys.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await form.save(amys);
  await isSaved;
  // A toast goes by itself after a while: its time stands still.
  await hers.clock.install();
  await hers.clock.pauseAt(new Date(Date.now() + 60_000));
  await form.save(hers);
  const box = hers.getByText('Nothing you typed is lost.', { exact: false }).filter({ visible: true });
  const said = hers.getByText(`${amy.username} changed this`, { exact: false }).filter({ visible: true });
  await expect
    .poll(async () => {
      await hers.clock.runFor(10);
      return [await box.count(), await said.count()];
    })
    .toEqual([1, 1]);
});
