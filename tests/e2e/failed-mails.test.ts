/** Administrators meet failed mails on *This week* and in the check-up, send them again, and let them be with an undo. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aFailedMail } from '#tests/factories/a-failed-mail.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const viewport = { width: 390, height: 844 };

test('failed mails are found, sent again and let be', async () => {
  const link = 'http://oakbend.example/reset-password?token=Q7h-_xQ7h-_x';
  await aFailedMail(site.db, { subject: 'A new password', text: link });
  await aFailedMail(
    site.db,
    { to: 'bo@example.com', subject: 'Your statistics' },
    'connect ECONNREFUSED 192.0.2.1:587',
  );
  await aFailedMail(site.db, { to: 'cy@example.com', subject: 'Thank you' });
  const stella = await aUser(site.db, { role: 'staff', username: 'stella' });
  const page = await openAs({ site, browser }, stella, '/staff/week', { viewport });
  await page.getByText('3 mails could not be delivered.').waitFor();
  await page.getByRole('link', { name: 'Look at them' }).click();
  await page.getByRole('heading', { level: 1, name: 'Failed mails' }).waitFor();
  const rows = page.getByRole('list', { name: 'Failed mails' }).getByRole('listitem');
  expect(await rows.count()).toBe(3);
  await rows.nth(1).getByText('The mail server could not be reached.').waitFor();
  await rows.nth(2).getByText('It has a link for its reader alone, which may have run out by now.').waitFor();
  await rows.nth(2).getByText('The error in full').click();
  await rows.nth(2).getByText('550 5.1.1').waitFor();
  expect(await page.content()).not.toContain('reset-password');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);

  await page.getByRole('button', { name: /^Take off the list.*Thank you, to cy@example\.com/ }).click();
  await page.getByText('2 mails', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 mails', { exact: true }).waitFor();

  await page.getByRole('button', { name: /^Send again.*Your statistics, to bo@example\.com/ }).click();
  await page.getByText('2 mails', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send all again' }).click();
  await page.getByText('2 mails will go out now.').waitFor();
  await page.getByRole('button', { name: 'Send 2 mails' }).click();
  await page.getByText('No mail has failed.').waitFor();
  const sent = await site.db.execute(sql`select 1 from pgboss.job where name = 'send-mail'`);
  expect(sent.rows).toHaveLength(3);

  await aFailedMail(site.db);
  await goTo(page, '/staff/settings');
  await page.getByRole('button', { name: 'Check the site' }).click();
  await page.getByText('1 mail could not be delivered in 7 days.').waitFor();
  await page.getByRole('link', { name: 'Look at them' }).click();
  await page.getByRole('heading', { level: 1, name: 'Failed mails' }).waitFor();
});
