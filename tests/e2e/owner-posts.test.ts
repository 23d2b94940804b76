/** Staff switch owners' announcements and events on; an owner's first waits, the next one is on the page at once. */
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#shared/dates.ts';
import { openAs } from '#tests/support/open-as.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const own = startOwnerSite();
const today = dayOf(new Date(), 'America/Chicago');

test('an owner announces something and puts on an event, from the switch of staff to the page', async () => {
  const { id, slug } = await own.mine();
  const page = await own.open('/dashboard', { viewport: { width: 390, height: 844 } });
  await page.getByRole('link', { name: 'Offers of Fig & Ladder' }).waitFor();
  expect(await page.getByRole('link', { name: "What's new at Fig & Ladder" }).count()).toBe(0);

  const staff = await openAs(own, 'staff', '/staff/settings');
  const form = staff.getByRole('form', { name: 'Owners may publish' });
  await staff.getByRole('navigation', { name: 'On this page' }).getByText('Owners may publish').click();
  await expect
    .poll(() => form.getByRole('heading').evaluate((heading) => heading.getBoundingClientRect().top))
    .toBeLessThan(200);
  expect(await staff.getByRole('link', { name: 'List Your Business' }).count()).toBe(0);
  await form.getByText('Announcements.').click();
  await form.getByText('Events of their own.').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Changed', { exact: false }).waitFor();
  expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);

  await page.reload();
  await page.getByRole('link', { name: "What's new at Fig & Ladder" }).click();
  await page.getByText('We look at it before it is published').waitFor();
  await page.getByRole('button', { name: 'Write an announcement' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please write what is new').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('text');
  await field(page, 'What is new?').fill('From Monday on we open at 7 AM.');
  await page.reload();
  await page.getByRole('button', { name: 'Write an announcement' }).click();
  await page.getByText('Welcome back: what you typed is still here.').waitFor();
  await field(page, 'Last day').fill(addDays(today, 20));
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).click();
  await toast(page).getByText('We look at it first').waitFor();
  await page.getByText('We look at it', { exact: true }).waitFor();

  await staff.goto(`${own.site.url}/staff`);
  await staff.getByRole('button', { name: 'Announcements', exact: true }).click();
  await staff.getByRole('button', { name: /Announcement.*Fig & Ladder/ }).click();
  expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);
  await staff.getByRole('button', { name: 'Approve' }).click();
  await toast(staff).getByText('The announcement is on the page').waitFor();

  await page.reload();
  await page.getByText('On your page', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await field(page, 'What is new?').fill('From Tuesday on we open at 6 AM.');
  await page.reload();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('Welcome back: what you typed is still here.').waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await toast(page).getByText('It is on your page').waitFor();
  await page.getByRole('article', { name: 'From Tuesday on we open at 6 AM.' }).waitFor();
  await staff.goto(`${own.site.url}/staff/changes`);
  await staff.getByRole('deletion').getByText('From Monday on we open at 7 AM.').waitFor();
  await staff.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
  await staff.getByText('Undone', { exact: false }).first().waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'From Monday on we open at 7 AM.' }).waitFor();
  await page.getByRole('button', { name: 'Add an event' }).click();
  await field(page, 'Title').fill('Fig tasting');
  await field(page, 'Day').fill(addDays(today, 10));
  await field(page, 'Starts at').fill('18:00');
  await field(page, 'Description').fill('Ten kinds of figs, and bread.');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await toast(page).getByText('It is in the calendar').waitFor();
  await page.getByRole('link', { name: 'Fig tasting' }).waitFor();
  await page.getByRole('button', { name: 'Change: Fig tasting' }).click();
  await field(page, 'Starts at').fill('19:30');
  await page.reload();
  await page.getByRole('button', { name: 'Change: Fig tasting' }).click();
  await page.getByText('Welcome back: what you typed is still here.').waitFor();
  expect(await field(page, 'Description').inputValue()).toBe('Ten kinds of figs, and bread.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await toast(page).getByText('It is in the calendar').waitFor();
  await page.getByText('7:30 PM', { exact: false }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await staff.goto(`${own.site.url}/staff/changes`);
  await staff.getByRole('insertion').getByText('7:30 PM', { exact: false }).waitFor();

  await own.site.forgetPages();
  for (const script of [true, false]) {
    const visitor = await own.browser.open(`${own.site.url}/business/${slug}`, { script });
    const block = visitor.getByRole('region', { name: "What's new" });
    await block.getByText('From Monday on we open at 7 AM.').waitFor();
    await visitor.getByRole('link', { name: 'Fig tasting' }).waitFor();
    if (script) expect(await accessibilityFaultsInBothThemes(visitor)).toEqual([]);
  }

  await staff.goto(`${own.site.url}/staff/businesses/${id}`);
  await staff.getByText('Announcements and events are published at once.').waitFor();
  await staff.getByRole('button', { name: 'Take down' }).click();
  await field(staff, 'Why not?').fill('It is not true.');
  await staff.getByRole('button', { name: 'Take down' }).click();
  await toast(staff).getByText('The announcement is not shown').waitFor();
  await toast(staff).getByRole('button', { name: 'Undo' }).click();
  await toast(staff).getByText('Undone').waitFor();
  await staff.getByRole('button', { name: /^Look at each first/ }).click();
  await staff.getByText('always wait for staff').waitFor();
  await page.reload();
  await page.getByText('We look at each one before it is published').waitFor();

  await page.getByRole('button', { name: 'Change: Fig tasting' }).click();
  await field(page, 'Title').fill('Fig and cheese tasting');
  await page.getByRole('button', { name: 'Send' }).click();
  await toast(page).getByText('We look at it first').waitFor();
  const event = page.getByRole('article', { name: 'Fig tasting' });
  await event.getByText('We look at your change').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await staff.goto(`${own.site.url}/staff`);
  await staff.getByRole('button', { name: /Changed event.*Fig and cheese tasting/ }).click();
  const change = staff.getByRole('region', { name: 'What would change' });
  await change.getByRole('deletion').getByText('Fig tasting').waitFor();
  await change.getByRole('insertion').getByText('Fig and cheese tasting').waitFor();
  expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);
  await staff.getByRole('button', { name: 'Approve' }).click();
  await toast(staff).getByText('Fig and cheese tasting is in the calendar').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Fig and cheese tasting' }).waitFor();

  await page.getByRole('button', { name: 'Change: Fig and cheese tasting' }).click();
  await field(page, 'Price (optional)').fill('$5');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('We look at your change').waitFor();
  await page.getByRole('button', { name: 'Take the change back: Fig and cheese tasting' }).click();
  await page.getByRole('button', { name: 'Yes, take back the change of Fig and cheese tasting' }).click();
  await toast(page).getByText('The change is taken back').waitFor();
  await page.getByText('We look at your change').waitFor({ state: 'detached' });
});
