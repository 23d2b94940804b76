import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#server/db/schema/index.ts';
import { readEnv } from '#server/env.ts';
import { log } from '#server/log.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { logInPage, password, sees, toast } from '#tests/support/log-in-page.ts';
import { mailedToken, runResetMailJobs } from '#tests/support/mailed-link.ts';
import {
  accessibilityFaults,
  accessibilityFaultsInBothThemes,
  openBrowser,
  startTestSite,
} from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const { aPerson, fillLogIn, signedIn } = logInPage(site, browser);

describe('signing up', () => {
  test('refuses each field in its own words and focuses the first', async () => {
    const page = await browser.open(`${site.url}/signup`);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Confirm Password', { exact: true }).fill('other');
    await page.getByRole('button', { name: 'Create Account' }).click();
    for (const text of [
      'Username must be at least 3 characters',
      'Invalid email address',
      'Password must be at least 8 characters',
      "Passwords don't match",
    ]) {
      await sees(page, text);
    }
    const username = page.getByLabel('Username');
    await hasFocus(username);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('leads to the dashboard, and the header knows', async () => {
    const page = await browser.open(`${site.url}/signup`);
    const letGo = await holdBack(page, '**/api/auth/register');
    await page.getByLabel('Username').fill('Ada Oakley');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    expect(await page.getByRole('button', { name: 'Creating account...' }).isDisabled()).toBe(true);
    await letGo();
    await toast(page, 'Account created successfully');
    await page.waitForURL(`${site.url}/dashboard`);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await page.getByRole('link', { name: 'Log In' }).count()).toBe(0);

    // The mail's link changes nothing until its button is pressed.
    const token = await mailedToken(site.db, 'ada@example.com', 'verify-email');
    await page.goto(`${site.url}/verify-email?token=${token}`);
    const verifiedAt = async () =>
      (await site.db.select().from(users).where(eq(users.email, 'ada@example.com')))[0]?.emailVerifiedAt;
    expect(await verifiedAt()).toBeNull();
    await page.getByRole('button', { name: 'Confirm Email' }).click();
    await sees(page, 'Thank you. Your email is confirmed.');
    expect(await verifiedAt()).not.toBeNull();
  });

  test('names a taken email under its field, keeps what was typed and says so', async () => {
    const person = await aPerson();
    const page = await browser.open(`${site.url}/signup`);
    await page.getByLabel('Username').fill('Somebody Else');
    await page.getByLabel('Email').fill(person.email.toUpperCase());
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await toast(page, 'Error');
    await page.locator('[aria-invalid=true][name=email]').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('Somebody Else');
  });

  test('says so when the answer has no words for it', async () => {
    const page = await browser.open(`${site.url}/signup`);
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByLabel('Username').fill('Somebody');
    await page.getByLabel('Email').fill('somebody@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await toast(page, 'Failed to create account');
  });
});

describe('logging in', () => {
  test('says so when log-in or log-out are not answered, and leads on from the prices once signed in', async () => {
    const person = await aPerson();
    const page = await browser.open(`${site.url}/login`);
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 404, body: '' }));
    await fillLogIn(page, person.email);
    await toast(page, 'Failed to log in');
    await page.unrouteAll({ behavior: 'wait' });
    await fillLogIn(page, person.email);
    await page.waitForURL(`${site.url}/dashboard`);
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await toast(page, 'Failed to logout');
    await page.goto(`${site.url}/get-listed`);
    await page.getByRole('link', { name: 'Go to Dashboard' }).first().click();
    await page.waitForURL(`${site.url}/dashboard`);
  });

  test('checks the fields, tells a wrong password, and leads to the page that was asked for', async () => {
    const person = await aPerson();
    const page = await browser.open(`${site.url}/account`);
    await page.waitForURL(`${site.url}/login`);
    // The target page stays known after a reload and after a change to the other form.
    await page.reload();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL(`${site.url}/signup`);
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL(`${site.url}/login`);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await sees(page, 'Invalid email address');
    await sees(page, 'Password is required');
    await fillLogIn(page, person.email, 'not the password');
    await toast(page, 'Error');
    await toast(page, 'The email or the password is not right.');
    // It stays at the field when the toast is gone.
    const field = page.getByLabel('Password', { exact: true });
    expect(await page.getByRole('main').getByRole('alert').innerText()).toBe('The email or the password is not right.');
    const described = await field.getAttribute('aria-describedby');
    expect(described).toBe(await page.getByRole('main').getByRole('alert').getAttribute('id'));
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    const letGo = await holdBack(page, '**/api/auth/login');
    await fillLogIn(page, person.email);
    expect(await page.getByRole('button', { name: 'Logging in...' }).isDisabled()).toBe(true);
    await letGo();
    await toast(page, 'Logged in successfully');
    await page.waitForURL(`${site.url}/account`);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  test('works by keyboard alone', async () => {
    const person = await aPerson();
    const page = await browser.open(`${site.url}/login`);
    await page.getByLabel('Email', { exact: true }).focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    if (await page.getByRole('button', { name: /^Show/ }).evaluate((button) => button === document.activeElement)) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.url}/dashboard`);
  });

  test('works without script', async () => {
    const person = await aPerson();
    const page = await browser.open(`${site.url}/login?next=/history`, { script: false });
    await fillLogIn(page, person.email, 'not the password');
    await sees(page, 'The email or the password is not right.');
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(person.email);
    expect(await page.content()).not.toContain('not the password');
    await page.goto(`${site.url}/login?next=/history`);
    await fillLogIn(page, person.email);
    await page.waitForURL(`${site.url}/history`);
    expect((await page.context().cookies()).find(({ name }) => name === 'session')).toMatchObject({ httpOnly: true });
  });
});

describe('signed in', () => {
  test('a guarded page is the same HTML for everybody, not indexed, with a spinner', async () => {
    const html = await (await fetch(`${site.url}/account`)).text();
    expect(html).toContain('Loading...');
    expect(html).toContain('<meta name="robots" content="noindex"');
    const person = await aPerson();
    const page = await signedIn(person.email);
    const mine = await (await page.request.get(`${site.url}/account`)).text();
    expect(mine === html).toBe(true);
  });

  test('logging out says so, leads home, and shuts the guarded pages', async () => {
    const page = await signedIn((await aPerson()).email);
    const letGo = await holdBack(page, '**/api/auth/logout');
    await page.getByRole('button', { name: 'Logout' }).click();
    expect(await page.getByRole('button', { name: 'Logging out...' }).isDisabled()).toBe(true);
    await letGo();
    await toast(page, 'Logged out successfully');
    await page.waitForURL(`${site.url}/`);
    await page.getByRole('link', { name: 'Log In' }).waitFor();
    await page.goto(`${site.url}/dashboard`);
    await page.waitForURL(`${site.url}/login`);
  });

  test('logging out asks before it deletes text that was not saved', async () => {
    const person = await aPerson();
    const page = await signedIn(person.email);
    const key = `draft:${person.id}:article:1`;
    const kept = () => page.evaluate((name) => localStorage.getItem(name), key);
    await page.evaluate((name) => localStorage.setItem(name, '{"fields":{"title":"Unsaved"}}'), key);
    const asked: string[] = [];
    page.once('dialog', async (dialog) => {
      asked.push(dialog.message());
      await dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('not saved yet')]);
    expect(await kept()).toContain('Unsaved');
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Logout' }).click();
    await toast(page, 'Logged out successfully');
    expect(await kept()).toBeNull();
  });

  test('a session that ended elsewhere leads to the log-in page', async () => {
    const person = await aPerson();
    const page = await signedIn(person.email);
    await site.db.delete(sessions).where(eq(sessions.userId, person.id));
    await page.goto(`${site.url}/account`);
    await page.waitForURL(`${site.url}/login`);
  });
});

test('a new password by mail signs every device out', async () => {
  const person = await aPerson();
  const elsewhere = await signedIn(person.email);
  const page = await browser.open(`${site.url}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await page.getByText('a link is on its way').waitFor();
  const env = readEnv({ SITE_URL: site.url });
  await runResetMailJobs({ db: site.db, city: site.city, env, log, now: () => new Date() });
  const token = await mailedToken(site.db, person.email, 'reset-password');
  await page.goto(`${site.url}/reset-password?token=${token}`);
  expect(await page.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/reset-password');
  await page.getByLabel('New Password', { exact: true }).fill('a quite new password');
  await page.getByLabel('Confirm Password', { exact: true }).fill('another new password');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await sees(page, "Passwords don't match");
  await page.getByLabel('Confirm Password', { exact: true }).fill('a quite new password');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await page.waitForURL(`${site.url}/login`);
  await toast(page, 'Password changed');
  await elsewhere.goto(`${site.url}/account`);
  await elsewhere.waitForURL(/\/login/);
  await fillLogIn(page, person.email, 'a quite new password');
  await page.waitForURL(`${site.url}/dashboard`);
});

test('every page is fit for all and not too wide, on a phone and on a wide screen, light and dark', async () => {
  const person = await aPerson();
  const page = await browser.open(`${site.url}/login?next=/account`, { viewport: { width: 390, height: 844 } });
  const look = async () => {
    for (const [width, faults] of [
      [1440, accessibilityFaults],
      [390, accessibilityFaultsInBothThemes],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      expect(await faults(page), `${page.url()}, ${width} px`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(width);
    }
  };
  for (const path of [
    '/signup',
    '/reset-password',
    '/reset-password?token=x',
    '/verify-email?token=x',
    '/stop-email-change?token=x',
    '/login?next=/account',
  ]) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(site.url + path);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await look();
  }
  await fillLogIn(page, person.email);
  await page.getByRole('heading', { name: 'Devices' }).waitFor();
  await page.getByText('This device').waitFor();
  await page.getByText('Logged in successfully').first().waitFor({ state: 'detached' });
  await look();
});

test('the log-in page says why one is there, and for which business', async () => {
  const shop = await aBusiness(site.db, { name: 'Old Press', ownerId: null });
  await site.forgetPages();
  const page = await browser.open(`${site.url}/claim-business?business=${shop.slug}`);
  await page.waitForURL('**/login');
  await page.getByText('Log in to claim Old Press, or sign up').waitFor();
  await page.goto(`${site.url}/add-business`);
  await page.getByText('Log in to add your business, or sign up').waitFor();
  // A reload of the same address would keep the target page.
  await page.goto(site.url);
  await page.goto(`${site.url}/login`);
  await page.getByText('Welcome back. Manage your listings here.').waitFor();
});
