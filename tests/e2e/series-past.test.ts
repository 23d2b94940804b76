/** Staff change a series that has begun: what has been stays, a date that visitors were told about is removed only after a question, and Undo brings all back. */
import { expect, test } from 'vitest';
import { materialiseOccurrences } from '#features/events/server/materialise-occurrences.ts';
import { addDays, dayOf, formatDate, startOfDay } from '#shared/dates.ts';
import { hourMs } from '#shared/times.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const timeout = 150_000;

const codes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

test('a weekday goes: the past stays, the canceled date is named, and Undo brings it back', { timeout }, async () => {
  const { timeZone } = site.city.facts;
  const today = dayOf(new Date(), timeZone);
  const [stays, goes] = [addDays(today, 3), addDays(today, 5)];
  const startsAt = new Date(startOfDay(addDays(stays, -28), timeZone).getTime() + 9 * hourMs);
  const rule = `FREQ=WEEKLY;BYDAY=${codes[weekday(stays)]},${codes[weekday(goes)]}`;
  const { id } = await anEvent(site.db, { title: 'Olmos market', startsAt, rule });
  await materialiseOccurrences(site.db, { timeZone, now: new Date(), eventId: id });
  const name = formatDate(`${goes}T12:00:00Z`, 'UTC');

  const page = await openAs({ site, browser }, 'staff', `/staff/events/${id}`);
  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  await button(`Cancel ${name}`).click();
  await page.getByLabel('Why is it canceled? (optional)').fill('The parade.');
  await button('Cancel this date').click();
  await button(`Put back ${name}`).waitFor();

  await page.getByLabel(names[weekday(goes)] ?? '').uncheck();
  await button('Save').click();
  const question = page.getByRole('dialog', {
    name: 'A date that visitors were told about will be removed. Save all the same?',
  });
  await question.getByText(`${name}, canceled: visitors will not see that any more`).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button(`Put back ${name}`).waitFor();
  await button('Save').click();
  await question.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved');
  await button(`Put back ${name}`).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe(addDays(stays, -28));

  const market = async (day: string) => {
    const text = await (await fetch(`${site.url}/events?day=${day}`)).text();
    return /<article[\s\S]*Olmos market/.test(text);
  };
  expect([await market(addDays(goes, -14)), await market(addDays(stays, -14))]).toEqual([true, true]);
  expect([await market(goes), await market(stays)]).toEqual([false, true]);

  // The editor of the description has a button of that name, too.
  await page.getByText('Undo', { exact: true }).click();
  await button(`Put back ${name}`).waitFor();
  expect(await market(goes)).toBe(true);
});

test('a day that has passed is asked about once, and may be added all the same', { timeout }, async () => {
  const page = await openAs({ site, browser }, 'staff', '/staff/events/new');
  await page.getByLabel('Title').fill('Founders day');
  await page.getByLabel('Day', { exact: true }).fill('2019-05-04');
  await page.getByLabel('Price (optional)').fill('-5');
  const publish = page.getByRole('button', { name: 'Publish event' });
  await publish.click();
  await page.getByText('Enter what it costs, such as $5. If it costs nothing, choose “It is free”').waitFor();
  await page.getByLabel('Price (optional)').fill('$5');
  await publish.click();
  const question = page.getByRole('dialog', { name: 'This day has passed. Add it all the same?' });
  await question.getByRole('button', { name: 'Publish event' }).click();
  await page.waitForURL(/\/staff\/events\/[0-9a-f-]{36}$/);
  // A day that is stored is not asked about again.
  await page.getByLabel('Title').fill('Founders’ day');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Founders’ day' }).waitFor();
});
