/**
 * Forms of owners and staff keep what is typed when a page is closed by mistake: the browser asks, the text is there again with
 * a word about it, and it is gone once it is sent or given up.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import type { KeptFormCase } from '#tests/support/kept-form-case.ts';
import { keptOwnerForms } from '#tests/support/kept-owner-forms.ts';
import { aWaitingListing, keptStaffForms } from '#tests/support/kept-staff-forms.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (404|409|422)/ });

const notice = (page: Page) => page.getByText('What you typed is still here.');
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length);
const shows = (field: Locator) => expect.poll(() => field.inputValue().catch(() => null));

/** Loads the page again and tells whether the browser asked first. */
async function reload(page: Page): Promise<boolean> {
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  page.removeAllListeners('dialog');
  return asked.includes('beforeunload');
}

const open = async ({ who, path, open: unfold = async () => {} }: KeptFormCase, width: number) => {
  const page = await openAs({ site, browser }, who, path, { viewport: { width, height: 900 } });
  await unfold(page);
  return { page, unfold };
};

test.each(Object.entries({ ...keptStaffForms, ...keptOwnerForms }))(
  '%s',
  { timeout: 120_000 },
  async (kind, prepare) => {
    const form = await prepare(site.db);
    const { page, unfold } = await open(form, kind.length % 2 === 0 ? 390 : 1440);
    const field = () => form.field(page);
    await field().click();
    const before = await field().inputValue();
    expect(await drafts(page)).toBe(0);
    expect(await reload(page), 'nobody has typed, so it does not ask').toBe(false);

    await unfold(page);
    await field().click();
    await field().fill(form.typed);
    expect(await reload(page), 'it asks before the page is closed').toBe(true);
    if (!form.opensItself) await unfold(page);
    await notice(page).waitFor();
    await shows(field()).toBe(form.typed);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Discard it' }).click();
    await notice(page).waitFor({ state: 'detached' });
    await shows(field()).toBe(before);
    expect(await drafts(page)).toBe(0);

    if (form.send === undefined) return;
    await field().fill(form.typed);
    await expect.poll(() => drafts(page)).toBe(1);
    await form.send(page);
    await expect.poll(() => drafts(page)).toBe(0);
    expect(await reload(page), 'it is sent, so it does not ask').toBe(false);
    if (form.after === undefined) return;
    await form.after(page);
    await shows(field()).toBe(form.stays ? form.typed : before);
    expect(await notice(page).count()).toBe(0);
  },
);

test('text that was typed over an older setting says so, and does not replace the newer one in silence', async () => {
  const [stella, sam] = [await aUser(site.db, { role: 'staff' }), await aUser(site.db, { role: 'staff' })];
  const hers = await openAs({ site, browser }, stella, '/staff/settings');
  const part = (page: Page) => page.getByRole('form', { name: 'Contact', exact: true });
  const field = (page: Page) => part(page).getByLabel('How soon you answer');
  const save = (page: Page) => part(page).getByRole('button', { name: 'Save', exact: true }).click();
  await field(hers).fill('Within a week');
  await expect.poll(() => drafts(hers)).toBe(1);

  const his = await openAs({ site, browser }, sam, '/staff/settings');
  await field(his).fill('Within an hour');
  await save(his);
  await his.getByText('Saved. It shows on every page').first().waitFor();

  expect(await reload(hers)).toBe(true);
  await hers.getByText('The stored setting has changed since you began.', { exact: false }).waitFor();
  await shows(field(hers)).toBe('Within a week');
  await save(hers);
  await part(hers).getByText(`${sam.username} changed this just now. Yours is not saved yet.`).waitFor();
  await shows(field(hers)).toBe('Within a week');
  // The refusal may be forgotten by the time the form is opened again: it is said again, and nothing is replaced.
  expect(await reload(hers)).toBe(true);
  await hers.getByText('The stored setting has changed since you began.', { exact: false }).waitFor();
  await save(hers);
  await part(hers).getByText(`${sam.username} changed this just now. Yours is not saved yet.`).waitFor();
  await save(hers);
  await hers.getByText('Saved. It shows on every page').first().waitFor();
  expect(await drafts(hers)).toBe(0);
  await goTo(his, '/staff/settings');
  await shows(field(his)).toBe('Within a week');
});

test('two tabs of one person: the note beside the button says that it was oneself, and Discard mine takes what is stored', async () => {
  const stella = await aUser(site.db, { role: 'staff' });
  const part = (page: Page) => page.getByRole('form', { name: 'Contact', exact: true });
  const field = (page: Page) => part(page).getByLabel('How soon you answer', { exact: true });
  const save = (page: Page) => part(page).getByRole('button', { name: 'Save', exact: true }).click();
  const first = await openAs({ site, browser }, stella, '/staff/settings');
  const second = await openAs({ site, browser }, stella, '/staff/settings');
  await field(second).fill('By noon');
  await field(first).fill('By ten');
  await save(first);
  await first.getByText('Saved. It shows on every page').first().waitFor();
  await save(second);
  const note = part(second).getByRole('region', { name: 'Not saved yet' });
  await note.getByText('You, in another tab, changed this just now. Yours is not saved yet.').waitFor();
  await hasFocus(note);
  await note.getByRole('button', { name: 'Discard mine' }).click();
  await shows(field(second)).toBe('By ten');
  await note.waitFor({ state: 'detached' });
});

test('a refused setting names what a colleague has changed, and the second save leaves that as it is', async () => {
  const [stella, sam] = [
    await aUser(site.db, { role: 'staff' }),
    await aUser(site.db, { role: 'staff', username: 'sam-at-work' }),
  ];
  const part = (page: Page) => page.getByRole('form', { name: 'Contact', exact: true });
  const field = (page: Page, label: string) => part(page).getByLabel(label, { exact: true });
  const save = (page: Page) => part(page).getByRole('button', { name: 'Save', exact: true }).click();
  const hers = await openAs({ site, browser }, stella, '/staff/settings');
  const phone = await field(hers, 'Phone').inputValue();
  await field(hers, 'How soon you answer').fill('On Mondays');
  await expect.poll(() => drafts(hers)).toBe(1);
  const his = await openAs({ site, browser }, sam, '/staff/settings');
  await field(his, 'Phone').fill('210-555-0777');
  await save(his);
  await his.getByText('Saved. It shows on every page').first().waitFor();

  const refused = async () => {
    await save(hers);
    const told = part(hers).getByRole('region', { name: 'Not saved yet' });
    await told.getByText('Press the button again to save the fields that you changed.', { exact: false }).waitFor();
    // Beside the button, and in sight.
    await hasFocus(told);
    const said = `sam-at-work:\\s*Phone: ${phone} → 210-555-0777\\s*Yours, not saved yet:\\s*Response time: .+ → On Mondays`;
    expect(await told.innerText()).toMatch(new RegExp(said));
  };
  await refused();
  await shows(field(hers, 'Phone')).toBe('210-555-0777');
  expect(await accessibilityFaults(hers)).toEqual([]);
  // Closed and opened again, it is refused again, whatever the form shows.
  expect(await reload(hers)).toBe(true);
  await shows(field(hers, 'How soon you answer')).toBe('On Mondays');
  await refused();
  await field(hers, 'Email for support').fill('desk@oakbend.example');
  await save(hers);
  await hers.getByText('Saved. It shows on every page').first().waitFor();
  await goTo(his, '/staff/settings');
  await shows(field(his, 'Phone')).toBe('210-555-0777');
  await shows(field(his, 'How soon you answer')).toBe('On Mondays');
  await shows(field(his, 'Email for support')).toBe('desk@oakbend.example');
  expect(await drafts(hers)).toBe(0);
});

test('edits of a listing over which somebody else has saved say what it says now, and stand with the second save', async () => {
  const written = { address: '1 Elm Street', description: 'A shop that is here for editing.' };
  const { id } = await aBusiness(site.db, { ...written, name: 'Elm Shop' });
  const path = `/staff/businesses/${id}`;
  const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
  const name = (page: Page) => page.getByLabel('Name', { exact: true });
  const hers = await openAs({ site, browser }, 'staff', path);
  await edit(hers);
  await name(hers).fill('Elm Street Shop');
  const his = await openAs({ site, browser }, 'staff', path);
  await edit(his);
  await name(his).fill('The Elm Shop');
  await save(his);
  await his.getByRole('heading', { level: 1, name: 'The Elm Shop' }).waitFor();

  expect(await reload(hers)).toBe(true);
  await edit(hers);
  await hers.getByText('The stored listing has changed since you began.', { exact: false }).waitFor();
  await save(hers);
  await hers.getByText('It now says: The Elm Shop').waitFor();
  await shows(name(hers)).toBe('Elm Street Shop');
  const note = hers.getByRole('region', { name: 'Not saved yet' });
  await note.getByText(/^[\w.-]+ changed this business just now\./).waitFor();
  // A toast would say the same again, and on a phone it would cover the button.
  await hers.getByText('Not done', { exact: true }).waitFor({ state: 'detached' });
  await save(hers);
  await hers.getByRole('heading', { level: 1, name: 'Elm Street Shop' }).waitFor();
  expect(await drafts(hers)).toBe(0);
});

test('two forms of one kind keep their own text, and Cancel keeps it, too', async () => {
  for (const name of ['First Shop', 'Second Shop']) await aWaitingListing(site.db, name);
  const page = await openAs({ site, browser }, 'staff', '/staff');
  const type = async (line: string, text: string) => {
    await page.getByRole('button', { name: new RegExp(line) }).click();
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    if (text !== '') await page.getByLabel('Why not?').fill(text);
  };
  await type('First Shop', 'The first reason.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await type('Second Shop', '');
  expect(await page.getByLabel('Why not?').inputValue()).toBe('');
  await page.getByLabel('Why not?').fill('The second reason.');
  await type('First Shop', '');
  await notice(page).waitFor();
  await shows(page.getByLabel('Why not?')).toBe('The first reason.');
});

/** Holds the answers to writes until `release`. */
async function held(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: asked, resolve: arrived } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'GET') {
      arrived();
      await promise;
    }
    await route.continue();
  });
  return { asked, release: resolve };
}

test('what is typed between Save and the answer stays, and is kept', async () => {
  const page = await openAs({ site, browser }, 'staff', '/staff/settings');
  const part = page.getByRole('form', { name: 'Contact', exact: true });
  const field = (label: string) => part.getByLabel(label, { exact: true });
  await field('How soon you answer').fill('By Friday');
  const { asked, release } = await held(page, '/api/staff/settings/*');
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await asked;
  await field('Phone').fill('210-555-0199');
  release();
  await page.getByText('Saved. It shows on every page').first().waitFor();
  await shows(field('Phone')).toBe('210-555-0199');
  await expect.poll(() => drafts(page)).toBe(1);
  expect(await reload(page)).toBe(true);
  await shows(field('Phone')).toBe('210-555-0199');
  await shows(field('How soon you answer')).toBe('By Friday');
});

test('a question that is left at once is there again, and so is what was typed after Ask', async () => {
  const { id } = await aWaitingListing(site.db, 'Asked Antiques');
  const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${id}`);
  const ask = () => page.getByRole('button', { name: 'Ask back' }).click();
  const field = () => page.getByLabel(/^Your question to/);
  await ask();
  await field().waitFor();
  // Filled without an event, as some tools do, and left in the same moment.
  await field().evaluate((area: HTMLTextAreaElement) => {
    area.value = 'Is the shop in town?';
  });
  await reload(page);
  await ask();
  await shows(field()).toBe('Is the shop in town?');

  const { asked, release } = await held(page, '/question');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await asked;
  await field().fill('Is the shop in town? And since when?');
  release();
  await page.getByRole('heading', { name: 'Waits for the sender' }).waitFor();
  await expect.poll(() => drafts(page)).toBe(1);
  await ask();
  await shows(field()).toBe('Is the shop in town? And since when?');
});
