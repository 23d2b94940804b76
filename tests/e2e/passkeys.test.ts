/** Passkeys in a browser whose device is made of software (Chromium's virtual authenticator). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { passkeys, sessions } from '#server/db/schema/index.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { logInPage, toast } from '#tests/support/log-in-page.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ host: 'localhost' });
const browser = openBrowser();
const { aPerson, fillLogIn, signedIn } = logInPage(site, browser);

/** Opens a page and waits until its buttons work. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/** Gives this page a device that recognizes its person at once. */
async function withDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, logs in alone and after the password, proves who it is, and is removed', async () => {
  const person = await aPerson();
  const page = await signedIn(person.email);
  await withDevice(page);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByText('Adding one signs out every other device of yours.').waitFor();
  await section.getByRole('button', { name: 'Add a Passkey' }).click();
  await section.getByText('Keep these recovery codes.').waitFor();
  await section.getByRole('button', { name: 'I Have Kept Them' }).click();
  await section.getByRole('button', { name: /^Rename/ }).click();
  await hasFocus(section.getByLabel('Name'));
  await section.getByLabel('Name').fill('Blue phone');
  await section.getByRole('button', { name: 'Save Name' }).click();
  await section.getByText('Blue phone', { exact: true }).first().waitFor();
  await hasFocus(section.getByRole('button', { name: /^Rename/ }));
  await site.db.update(passkeys).set({ rpId: 'old.example' }).where(eq(passkeys.userId, person.id));
  await page.reload();
  await section.getByText('It was made for old.example and does not work at this address.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await site.db.update(passkeys).set({ rpId: 'localhost' }).where(eq(passkeys.userId, person.id));

  await page.context().clearCookies();
  await open(page, '/login?next=/account');
  await page.getByRole('button', { name: 'Log In with a Passkey' }).click();
  await page.waitForURL(`${site.url}/account`);
  await page.getByText('Blue phone', { exact: true }).first().waitFor();

  await page.context().clearCookies();
  await open(page, '/login?next=/account');
  await fillLogIn(page, person.email);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await page.getByRole('button', { name: 'Use a Passkey' }).waitFor();
  // There is no app, so there are no six digits; a recovery code is the other way.
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a Recovery Code' }).click();
  await page.getByLabel('Recovery code').waitFor();
  expect(await page.getByText('authenticator app shows').count()).toBe(0);
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();

  const longAgo = new Date(Date.now() - 11 * 60_000);
  const old = { createdAt: longAgo, secondFactorAt: longAgo };
  await site.db.update(sessions).set(old).where(eq(sessions.userId, person.id));
  await section.getByRole('button', { name: 'Remove Blue phone' }).click();
  await section.getByRole('button', { name: 'Yes, Remove It' }).click();
  const proof = page.getByRole('dialog', { name: 'Is it still you?' });
  await proof.getByRole('button', { name: 'Use a Passkey' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await proof.getByRole('button', { name: 'Use a Passkey' }).click();
  await section.getByText('Blue phone', { exact: true }).waitFor({ state: 'detached' });
  expect(await site.db.$count(passkeys)).toBe(0);
  await hasFocus(section.getByRole('button', { name: 'Add a Passkey' }));

  await page.context().clearCookies();
  await open(page, '/login?next=/account');
  await page.getByRole('button', { name: 'Log In with a Passkey' }).click();
  await toast(page, 'Error');
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('the buttons are not there where the browser knows no passkeys', async () => {
  const person = await aPerson();
  const page = await browser.open(`${site.url}/about`);
  await page.addInitScript('delete window.PublicKeyCredential');
  await open(page, '/login?next=/account');
  await fillLogIn(page, person.email);
  await page.waitForURL(`${site.url}/account`);
  await page.getByText('This browser does not know passkeys.').waitFor();
  await page.context().clearCookies();
  await open(page, '/login');
  await page.getByRole('button', { name: 'Log In with a Passkey' }).waitFor({ state: 'detached' });
});
