/** The buttons of mailed links work in a browser without script, and a sign-up says what comes next. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import { users } from '#server/db/schema/index.ts';
import { optionalMail } from '#server/mail/optional-mail.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const open = (path: string) => browser.open(site.url + path, { script: false, viewport: { width: 390, height: 844 } });

test('an address is confirmed by the button of its link; a link that does not work says so', async () => {
  const { id: userId } = await aUser(site.db, { emailVerifiedAt: null });
  const path = `/verify-email?token=${await makeLinkToken(site.db, { userId, purpose: 'verify-email', now: new Date() })}`;
  const page = await open(path);
  const button = page.getByRole('button', { name: 'Confirm Email' });
  expect(await button.count()).toBe(1);
  await button.click();
  await page.getByText('Thank you. This address is confirmed.').waitFor();
  const [row] = await site.db.select().from(users).where(eq(users.id, userId));
  expect(found(row, 'person').emailVerifiedAt).not.toBeNull();
  await page.goto(`${site.url}/verify-email?token=x`);
  await button.click();
  // Texts in <noscript> are found by their roles alone.
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('This link was used before or is too old.');
});

test('a change of email is stopped, or refused with words', async () => {
  const page = await open('/stop-email-change?token=x');
  await page.getByRole('button', { name: 'Stop the Change' }).click();
  await page.getByRole('alert').getByText('This link was used before or is too old.').waitFor();
});

test('the dashboard after a sign-up names the account, the mail and who helps', async () => {
  const page = await open('/signup');
  expect(await page.getByRole('main').innerText()).toContain('Without JavaScript you can make an account, but not add');
  await page.getByLabel('Username').fill('Rosa');
  await page.getByLabel('Email', { exact: true }).first().fill('rosa@example.com');
  await page.getByLabel('Password', { exact: true }).fill('under the live oaks');
  await page.getByLabel('Confirm Password').fill('under the live oaks');
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(`${site.url}/dashboard?sent=signup`);
  const said = await page.getByRole('main').innerText();
  expect(said).toContain('Your account is there, and you are logged in. A mail is on its way to you');
  expect(said).toContain('This page needs JavaScript.');
  await page.getByRole('main').getByRole('link', { name: 'write to us' }).waitFor();
});

test('emails of one kind are stopped by their link and turned on again, and chosen on the account page', async () => {
  const person = await aUser(site.db, { username: 'olga' });
  const mail = await optionalMail(site.db, { siteUrl: site.url }, { userId: person.id, kind: 'messages' });
  const page = await browser.open(mail.unsubscribeUrl, { script: false, viewport: { width: 390, height: 844 } });
  const off = async () => (await site.db.select().from(users).where(eq(users.id, person.id)))[0]?.mailsOff;
  await page.getByRole('heading', { name: 'Stop emails about messages from visitors?' }).waitFor();
  expect(await off()).toEqual([]);
  await page.getByRole('main').getByRole('button').click();
  await page.getByRole('heading', { name: 'No more emails about messages from visitors' }).waitFor();
  expect(await off()).toEqual(['messages']);
  await page.getByRole('button', { name: 'Turn them on again' }).click();
  await page.getByRole('heading', { name: 'You get emails about messages from visitors again' }).waitFor();
  expect(await off()).toEqual([]);

  await page.context().addCookies([{ name: 'session', value: await aSession(site.db, person.id), url: site.url }]);
  await page.goto(`${site.url}/account`);
  await page.getByRole('link', { name: 'What we send you' }).click();
  await page.getByRole('button', { name: 'Turn off Recommendations' }).click();
  await page.getByRole('button', { name: 'Turn on Recommendations' }).waitFor();
  expect(await page.getByRole('status').innerText()).toBe('Your choice is saved.');
  expect(await off()).toEqual(['recommendations']);
});
