import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { users } from '#server/db/schema/index.ts';
import { logInPage, password, toast } from '#tests/support/log-in-page.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const { aPerson, fillLogIn, signedIn } = logInPage(site, browser);

describe('the account page', () => {
  test('changes name and password, signs other devices out, and deletes', async () => {
    const person = await aPerson();
    const elsewhere = await signedIn(person.email);
    const page = await signedIn(person.email, '/dashboard');
    await page.getByRole('link', { name: 'Your account' }).click();
    const username = page.getByRole('textbox', { name: 'Username' });
    await username.fill('A new name');
    await page.getByRole('button', { name: 'Save Username' }).click();
    await toast(page, 'You are now A new name.');
    expect(await username.inputValue()).toBe('A new name');

    await page.getByRole('button', { name: 'Sign Out All Others' }).click();
    await toast(page, 'Every other device is signed out.');
    await elsewhere.goto(`${site.url}/account`);
    await elsewhere.waitForURL(/\/login/);

    await page.getByLabel('Current Password').fill('not the password');
    await page.getByRole('textbox', { name: 'New Password' }).fill('a quite new password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByText('This is not your password.').last().waitFor();
    await page.getByLabel('Current Password').fill(password);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await toast(page, 'Password changed');

    const leaving = page.getByRole('region', { name: 'Delete account' });
    await leaving.getByLabel('Your Password').fill('a quite new password');
    await leaving.getByRole('button', { name: 'Delete My Account' }).click();
    await page.getByRole('button', { name: 'Yes, Delete Now' }).click();
    await page.waitForURL(`${site.url}/`);
    await toast(page, 'Your account is deleted.');
    expect(await site.db.$count(users, eq(users.id, person.id))).toBe(0);
  });

  test('sets a second factor up for staff, and asks for it', async () => {
    const person = await aPerson({ role: 'staff' });
    const page = await signedIn(person.email);
    await page.getByRole('button', { name: 'Set Up an App' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
    await page.getByRole('button', { name: 'Turn On' }).click();
    await page.getByText('Keep these recovery codes.').waitFor();
    const [recovery = ''] = await page.locator('li code').allInnerTexts();
    await page.getByRole('button', { name: 'I Have Kept Them' }).click();
    await page.getByRole('button', { name: 'Turn Off' }).waitFor();

    const again = await browser.open(`${site.url}/login?next=/account`);
    await fillLogIn(again, person.email);
    await again.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await accessibilityFaults(again)).toEqual([]);
    await again.getByLabel('Code').fill('000000');
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.locator('[name=code][aria-invalid=true]').waitFor();
    await again.getByLabel('Code').fill(recovery);
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.getByRole('heading', { name: 'Your account' }).waitFor();
  });
});
