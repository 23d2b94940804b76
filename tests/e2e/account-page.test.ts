import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#server/db/schema/index.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { logInPage, password, toast } from '#tests/support/log-in-page.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const { aPerson, fillLogIn, signedIn } = logInPage(site, browser);

describe('the account page', () => {
  test('changes name and password, signs other devices out, and deletes', async () => {
    const person = await aPerson();
    await site.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, person.email));
    const elsewhere = await signedIn(person.email);
    const page = await signedIn(person.email, '/dashboard');
    await page.getByRole('link', { name: 'Your account' }).click();
    const username = page.getByRole('textbox', { name: 'Username' });
    await username.fill('A new name');
    await page.getByRole('button', { name: 'Save Username' }).click();
    await toast(page, 'You are now A new name.');
    expect(await username.inputValue()).toBe('A new name');

    const mailbox = page.getByRole('region', { name: 'Email', exact: true });
    await mailbox.getByText('You cannot open the old one any more? Write to us').waitFor();
    await mailbox.getByLabel('New Email').fill('later@example.org');
    await mailbox.getByLabel('Your Password').fill(password);
    await mailbox.getByRole('button', { name: 'Change Email' }).click();
    await toast(page, 'Two links are on their way');
    await mailbox.getByText('Your email changes to later@example.org').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await mailbox.getByRole('button', { name: `Keep ${person.email}` }).click();
    await toast(page, 'Your email stays as it is.');
    await mailbox.getByText('Your email changes to').waitFor({ state: 'detached' });

    const emails = page.getByRole('region', { name: 'What we send you' });
    const messages = emails.getByRole('checkbox', { name: 'Messages from visitors' });
    await messages.uncheck();
    await toast(page, 'No more emails');
    await emails.getByRole('link', { name: 'Want no messages at all?' }).click();
    await page.getByText('You get no emails about messages from visitors: they wait here.').waitFor();
    await page.getByRole('link', { name: 'What we send you' }).click();
    await messages.waitFor();
    expect(await messages.isChecked()).toBe(false);
    await messages.check();
    await toast(page, 'We email you');

    const longAgo = new Date(Date.now() - 11 * 60_000);
    await site.db.update(sessions).set({ createdAt: longAgo }).where(eq(sessions.userId, person.id));
    await page.getByRole('button', { name: 'Sign Out All Others' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it still you?' });
    await proof.getByLabel('Your Password').fill(password);
    expect(await accessibilityFaults(page)).toEqual([]);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await toast(page, 'Every other device is signed out.');
    await elsewhere.goto(`${site.url}/account`);
    await elsewhere.waitForURL(/\/login/);

    await page.getByLabel('Current Password').fill('not the password');
    await page.getByRole('textbox', { name: 'New Password' }).fill('a quite new password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    // Once, at its field, and nowhere else.
    await page.getByText('This is not your password.').waitFor();
    await hasFocus(page.getByLabel('Current Password'));
    expect(await page.getByText('This is not your password.').count()).toBe(1);
    await page.getByLabel('Current Password').fill(password);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await toast(page, 'Password changed');

    const leaving = page.getByRole('region', { name: 'Delete account' });
    await leaving.getByLabel('Your Password').fill('not the password');
    await leaving.getByRole('button', { name: 'Delete My Account' }).click();
    await page.getByRole('button', { name: 'Yes, Delete Now' }).click();
    await leaving.getByText('This is not your password.').waitFor();
    await hasFocus(leaving.getByLabel('Your Password'));
    expect(await page.getByText('This is not your password.').count()).toBe(1);
    await leaving.getByLabel('Your Password').fill('a quite new password');
    await leaving.getByRole('button', { name: 'Delete My Account' }).click();
    await page.getByRole('button', { name: 'Yes, Delete Now' }).click();
    await page.waitForURL(`${site.url}/`);
    await toast(page, 'Your account is deleted.');
    expect(await site.db.$count(users, eq(users.id, person.id))).toBe(0);
  });

  test('sets a second factor up for an owner, and asks for it before any page of theirs', async () => {
    const person = await aPerson();
    const page = await signedIn(person.email);
    await page.getByRole('button', { name: 'Set Up an App' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
    await page.getByRole('button', { name: 'Turn On' }).click();
    await page.getByText('Keep these recovery codes.').waitFor();
    const [recovery = '', spare = ''] = await page.locator('li code').allInnerTexts();
    expect(await accessibilityFaults(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(recovery);
    await page.getByRole('button', { name: 'I Have Kept Them' }).click();
    await page.getByRole('button', { name: 'Turn Off' }).waitFor();

    const again = await browser.open(`${site.url}/login?next=/dashboard`);
    await fillLogIn(again, person.email);
    await again.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await accessibilityFaults(again)).toEqual([]);
    await again.getByLabel('Code').fill('000000');
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.locator('[name=code][aria-invalid=true]').waitFor();
    await again.getByLabel('Code').fill(recovery);
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.getByRole('heading', { name: 'Welcome, ' }).waitFor();

    const longAgo = new Date(Date.now() - 11 * 60_000);
    const old = { createdAt: longAgo, secondFactorAt: longAgo };
    await site.db.update(sessions).set(old).where(eq(sessions.userId, person.id));
    await again.goto(`${site.url}/account`);
    await again.getByRole('button', { name: 'Sign Out All Others' }).click();
    const proof = again.getByRole('dialog', { name: 'Is it still you?' });
    await proof.getByRole('button', { name: 'Use a Code' }).click();
    expect(await accessibilityFaults(again)).toEqual([]);
    await proof.getByLabel('Code').fill(spare);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await toast(again, 'Every other device is signed out.');
  });

  test('is nothing but the set-up while a second factor is demanded, and opens after it', async () => {
    const person = await aPerson({ role: 'staff', rights: ['editor'] });
    const page = await signedIn(person.email);
    // A site on localhost demands none, so the answer is changed on its way.
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      const user = (await response.json()) as { secondFactor: string };
      const secondFactor = user.secondFactor === 'off' ? 'demanded' : user.secondFactor;
      await route.fulfill({ response, json: { ...user, secondFactor } });
    });
    await page.goto(`${site.url}/dashboard`);
    await page.waitForURL(`${site.url}/account`);
    await page.getByText('Staff of this site need a second factor.').waitFor();
    expect(await page.getByRole('heading', { level: 2, name: 'Password' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set Up an App' }).click();
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
    await page.getByRole('button', { name: 'Turn On' }).click();
    await page.getByRole('button', { name: 'I Have Kept Them' }).click();
    await page.getByRole('button', { name: 'Turn Off' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Password' }).waitFor();
  });
});
