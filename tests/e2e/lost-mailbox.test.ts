/** Staff change the email of a person who has lost the mailbox; the person stops it by the mailed link, or on the account page. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { carryOutEmailChanges } from '#features/accounts/server/carry-out-email-changes.ts';
import { guardedEmailChanges, users } from '#server/db/schema/index.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { mailedToken } from '#tests/support/mailed-link.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { testServices } from '#tests/support/test-services.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (409|422)/ });

test('an administrator starts it, the person stops it twice, and the third time it happens', async () => {
  const [lost, fresh] = ['ada@lost.example', 'ada@new.example'];
  const ada = await aUser(site.db, { email: lost, emailVerifiedAt: new Date(), passwordHash: 'x' });
  const desk = await openAs({ site, browser }, 'staff', `/staff/people/${ada.id}`, {
    viewport: { width: 390, height: 844 },
  });
  const button = (name: string) => desk.getByRole('button', { name, exact: true });
  const start = async () => {
    await button('Mailbox is lost').click();
    await desk.getByLabel('New email').fill(fresh);
    await desk.getByLabel('How do you know').fill('She came to town hall with her license.');
    await button('Start the change').click();
    await desk.getByText(`The email changes to ${fresh}`).waitFor();
  };

  await button('Mailbox is lost').click();
  await hasFocus(desk.getByLabel('New email'));
  await button('Start the change').click();
  await desk.getByRole('main').getByText('Invalid email address').waitFor();
  await desk.getByRole('main').getByText('Please say how you know that it is the same person').waitFor();
  await hasFocus(desk.getByLabel('New email'));
  expect(await accessibilityFaults(desk)).toEqual([]);
  expect(await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await desk.keyboard.press('Escape');
  await hasFocus(button('Mailbox is lost'));
  await start();
  await expect.poll(() => desk.evaluate(() => document.activeElement === document.body)).toBe(false);

  // Opening the link changes nothing.
  const link = `${site.url}/stop-email-change?token=${await mailedToken(site.db, lost, 'stop-email-change')}`;
  const reader = await browser.open(link);
  expect(await site.db.$count(guardedEmailChanges)).toBe(1);
  expect(await accessibilityFaults(reader)).toEqual([]);
  await reader.getByRole('button', { name: 'Stop the Change' }).click();
  await reader.getByRole('heading', { name: 'The change is stopped' }).waitFor();
  expect(await site.db.$count(guardedEmailChanges)).toBe(0);

  await desk.reload();
  await start();
  const account = await openAs({ site, browser }, ada, '/account');
  await account.getByText(`Our staff have started to change your email to ${fresh}`).waitFor();
  expect(await accessibilityFaults(account)).toEqual([]);
  await account.getByRole('button', { name: 'Stop It' }).click();
  await toast(account, 'Your email stays as it is.');
  expect(await site.db.$count(guardedEmailChanges)).toBe(0);

  await desk.reload();
  await start();
  await goTo(reader, `/verify-email?token=${await mailedToken(site.db, fresh, 'verify-email')}`);
  await reader.getByRole('button', { name: 'Confirm Email' }).click();
  await reader.getByText('unless somebody with the old address stops it before').waitFor();
  const later = () => new Date(Date.now() + 73 * 3_600_000);
  await carryOutEmailChanges(testServices(site, { now: later }));
  const [row] = await site.db.select().from(users).where(eq(users.id, ada.id));
  expect(found(row, 'the person').email).toBe(fresh);
  await desk.reload();
  await desk.getByRole('link', { name: fresh }).waitFor();
  await button('Mailbox is lost').waitFor();
});
