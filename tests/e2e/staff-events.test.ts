/** Events in the browser: a weekly event with one canceled day, from the staff's form to visitors and feeds; an event that a resident suggests. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '#server/db/schema/index.ts';
import { addDays, dayOf, formatDate, formatLongDate } from '#shared/dates.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { mailTo } from '#tests/support/mailed-link.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /Failed to load resource: the server responded with a status of 409/ });
const phone = { width: 390, height: 844 };
/** Each test is a whole journey. */
const timeout = 150_000;

/** The next Thursday that is at least a week ahead. */
function nextThursday(timeZone: string): string {
  const day = addDays(dayOf(new Date(), timeZone), 7);
  return addDays(day, (11 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7);
}

const feed = async () => (await fetch(`${site.url}/feeds/events.ics`)).text();

test('a weekly 7 PM with a day left out, by keyboard, is in the calendar for everybody', { timeout }, async () => {
  const { timeZone } = site.city.facts;
  const first = nextThursday(timeZone);
  const longDate = (day: string) => formatLongDate(`${day}T18:00:00Z`, timeZone, String(new Date().getFullYear()));
  const page = await openAs({ site, browser }, 'staff', '/staff/events/new', { viewport: phone });
  await page.getByLabel('Title').fill('Evening choir');
  await page.getByLabel('Day', { exact: true }).fill(first);
  await page.getByLabel('Starts at').fill('19:00');
  await page.getByLabel('Ends at (optional)').fill('09:00');
  const dates = page.getByRole('region', { name: /The next dates|When it is/ });
  await dates.getByText(/The end is before the start\. Choose a later time/).waitFor();
  await page.getByLabel('Ends at (optional)').fill('21:00');
  await page.getByLabel('How often').focus();
  await page.keyboard.press('e');
  await page.getByLabel('How often').selectOption('week');
  await dates.getByText('Every week on Thursday').waitFor();
  await page.getByLabel('Skip a date (optional)').fill(addDays(first, 7));
  await page.getByRole('button', { name: 'Skip' }).press('Enter');
  // One that only stands in the field is meant as well.
  await page.getByLabel('Skip a date (optional)').fill(addDays(first, 21));
  await page.getByLabel('Title').focus();
  await dates.getByText(longDate(addDays(first, 42))).waitFor();
  const shown = await dates.getByRole('listitem').allInnerTexts();
  expect(shown.map((text) => text.split(',').slice(0, 2).join(','))).toEqual(
    [0, 14, 28, 35, 42].map((days) => longDate(addDays(first, days)).split(',').slice(0, 2).join(',')),
  );
  expect(shown.every((text) => text.includes('7:00 PM - 9:00 PM'))).toBe(true);

  await page.getByRole('button', { name: 'Publish event' }).press('Enter');
  await page.getByRole('heading', { name: 'Coming dates' }).waitFor();
  await page
    .getByRole('button', { name: /^Cancel (?!event)/ })
    .first()
    .press('Enter');
  await page.getByLabel('Why is it canceled? (optional)').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('The hall is being painted.');
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Canceled: Evening choir, /)
    .first()
    .waitFor();

  const visitor = await browser.open(`${site.url}/events`, { viewport: phone });
  const choir = visitor.getByRole('article').filter({ hasText: 'Evening choir' });
  await choir.nth(1).waitFor();
  expect(await choir.first().innerText()).toMatch(/Canceled[\s\S]*7:00 PM - 9:00 PM[\s\S]*The hall is being painted\./);
  expect(await choir.nth(1).innerText()).toContain(longDate(addDays(first, 14)));
  const digits = (day: string) => day.replaceAll('-', '');
  const text = await feed();
  expect(text).toContain(`DTSTART;TZID=${timeZone}:${digits(addDays(first, 14))}T190000`);
  expect(text).not.toContain(`:${digits(addDays(first, 7))}T190000`);
});

test('a series that moves by a day says what moves along, and takes it along', { timeout }, async () => {
  const { timeZone } = site.city.facts;
  const friday = addDays(nextThursday(timeZone), 1);
  const named = (days: number) => formatDate(`${addDays(friday, days)}T12:00:00Z`, timeZone);
  const page = await openAs({ site, browser }, 'staff', '/staff/events/new');
  await page.getByLabel('Title').fill('Yoga by the creek');
  await page.getByLabel('Day', { exact: true }).fill(friday);
  await page.getByLabel('How often').selectOption('week');
  const [own, other] = [page.getByLabel('Friday'), page.getByLabel('Saturday')];
  await own.click();
  await page.getByText(/^Friday stays: the event begins on that day/).waitFor();
  await page.getByLabel('Skip a date (optional)').fill(addDays(friday, 14));
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('button', { name: 'Publish event' }).click();
  await page.getByRole('button', { name: `Cancel ${named(7)}` }).click();
  await page.getByRole('button', { name: 'Cancel this date' }).click();
  const dates = page.getByRole('region', { name: 'The next dates' });
  await dates.getByText('Canceled', { exact: true }).waitFor();

  await page.getByLabel('Day', { exact: true }).fill(addDays(friday, 1));
  await other.click();
  await own.click();
  await dates.getByText(`${named(7)} (canceled) and ${named(14)} (skipped) move along with the series`).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('button', { name: `Put back ${named(15)}` })
    .first()
    .waitFor();
  // The form goes on from what is stored: saved again, nothing goes back.
  await page.getByLabel('Title').fill('Yoga at the creek');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Yoga at the creek' }).waitFor();
  const [event] = await site.db
    .select()
    .from(events)
    .where(eq(events.id, page.url().slice(-36)));
  expect(event).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=SA', skippedDays: [addDays(friday, 15)] });
  await page.getByText(/^Details: .*How often/).click();
  await page.getByText(/How often: Every week on Friday → Every week on Saturday/).waitFor();
  const visitor = await browser.open(`${site.url}/events/${event?.slug}`);
  await visitor
    .getByText(named(8).split(',')[0] ?? '')
    .first()
    .waitFor();
  expect(await visitor.getByText('Canceled').count()).toBe(1);
});

test('the form of an event keeps what was typed, and merges what a colleague saved', { timeout }, async () => {
  const staff = await aUser(site.db, { role: 'staff' });
  const page = await openAs({ site, browser }, { id: staff.id }, '/staff/events/new');
  await page.getByLabel('Title').fill('Chess in the park');
  await page.getByLabel('How often').selectOption('week');
  const asks = page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asks).toBe(true);
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`${site.url}/staff/events/new`);
  await again.getByText('Welcome back: what you typed is still here.').waitFor();
  expect(await again.getByLabel('How often').inputValue()).toBe('week');
  await again.getByRole('button', { name: 'Publish event' }).click();
  await again.waitForURL(/\/staff\/events\/[0-9a-f-]{36}$/);
  await again.getByRole('heading', { name: 'Edit the whole series' }).waitFor();
  expect(await again.getByText('Welcome back').count()).toBe(0);

  const colleague = await openAs({ site, browser }, 'staff', new URL(again.url()).pathname);
  await colleague.getByLabel('Title').fill('Chess and tea');
  await colleague.getByLabel('Organizer (optional)').fill('Nora');
  await colleague.getByText('Enter coordinates instead').click();
  await colleague.getByLabel('Latitude').fill('29.4788');
  await colleague.getByLabel('Longitude').fill('-98.4876');
  await colleague.getByText('The pin is at 29.4788° north, 98.4876° west.').waitFor();
  await again.getByLabel('Title').fill('Chess and cake');
  await again.getByLabel('Contact (optional)').fill('210-555-0142');
  await colleague.getByRole('button', { name: 'Save' }).click();
  await colleague.getByText('Saved', { exact: true }).waitFor();
  await again.getByRole('button', { name: 'Save' }).click();
  await again.getByText('It now says: Chess and tea').waitFor();
  // The notice names the colleague.
  await again.getByText(/^[\w.-]+ changed this event just now\.$/).waitFor();
  expect(await accessibilityFaults(again)).toEqual([]);
  const shown = (label: string) => again.getByLabel(label).inputValue();
  expect([await shown('Title'), await shown('Organizer (optional)'), await shown('Contact (optional)')]).toEqual([
    'Chess and cake',
    'Nora',
    '210-555-0142',
  ]);
  await again.getByRole('button', { name: 'Save' }).click();
  await again.getByRole('heading', { name: 'Chess and cake' }).waitFor();
  const [event] = await site.db
    .select()
    .from(events)
    .where(eq(events.id, again.url().slice(-36)));
  expect(event).toMatchObject({ title: 'Chess and cake', organizer: 'Nora', contact: '210-555-0142' });
  // The pin that the colleague put has its picture on the event's page.
  expect(event).toMatchObject({ latitude: 29.4788, longitude: -98.4876 });
  const visitor = await browser.open(`${site.url}/events/${event?.slug}`);
  await visitor.getByRole('img', { name: /^Map: / }).waitFor();
});

test('a resident suggests an event, confirms by mail, and staff approve it from the queue', { timeout }, async () => {
  const { timeZone } = site.city.facts;
  const resident = await browser.open(`${site.url}/events/suggest`, { viewport: phone });
  await resident.getByRole('button', { name: 'Send' }).click();
  await resident.getByText('Please give it a title').waitFor();
  // The first refusal already names this field.
  await resident.getByText('Choose the day on which it begins').waitFor();
  await resident.getByLabel('Title').fill('Porch concert');
  await resident.getByLabel('Day', { exact: true }).fill(addDays(dayOf(new Date(), timeZone), 20));
  await resident.getByLabel('Starts at').fill('18:30');
  await resident.getByLabel('Place').fill('210 Alameda Circle');
  await resident.getByLabel('Description').fill('Three neighbors, two guitars.');
  await resident.getByLabel('Your name').fill('Rosa');
  await resident.getByLabel('Your email').fill('rosa@example.com');
  expect(await accessibilityFaults(resident)).toEqual([]);
  await resident.getByRole('button', { name: 'Send' }).click();
  await resident.getByText(/we sent you an email with a link/).waitFor();
  const [asked] = await mailTo(site.db, 'rosa@example.com');
  const link = /\/events\/confirm\?token=[\w-]+/.exec(asked?.text ?? '')?.[0];
  // Scripts are off: the mail's link may open in any browser.
  const plain = await browser.open(`${site.url}${link}`, { script: false });
  await plain.getByRole('button', { name: 'Confirm' }).click();
  await plain.getByText(/Your event is with the people who run this site/).waitFor();

  const staff = await openAs({ site, browser }, 'staff', '/staff', { viewport: phone });
  await staff.getByRole('button', { name: /Event suggestion.*Porch concert/ }).click();
  await staff.getByText('Three neighbors, two guitars.').waitFor();
  await staff.getByRole('link', { name: 'Approve with edits' }).click();
  await staff.getByLabel('Title').fill('Porch concert with Rosa');
  await staff.getByRole('button', { name: 'Approve and publish' }).click();
  await staff
    .getByRole('button', { name: 'Duplicate' })
    .or(staff.getByRole('link', { name: 'Duplicate' }))
    .waitFor();
  const visitor = await browser.open(`${site.url}/events`);
  await visitor.getByRole('heading', { name: 'Porch concert with Rosa' }).waitFor();
  const embed = await browser.open(`${site.url}/embed/events`, { script: false });
  expect(await embed.getByRole('link', { name: 'Porch concert with Rosa' }).count()).toBe(1);
});
