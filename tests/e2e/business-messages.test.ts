/** A visitor writes to a business, the owner answers on the dashboard, the answer arrives. On a phone and on a wide screen. */
import { describe, expect, test } from 'vitest';
import { businessMessages } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const sink = await startMailSink();
const site = startTestSite({ worker: true, env: { SMTP_URL: sink.url } });
const browser = openBrowser({ harmless: /status of (404|409|422)/ });
const phone = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

async function aBakery(slug: string) {
  const owner = await aUser(site.db, { username: `rosa-${slug}`, email: `${slug}@example.com` });
  return aBusiness(site.db, {
    ...{ slug, name: `Bakery ${slug}`, ownerId: owner.id, email: null },
    ...{ phone: '210-555-0110', website: 'https://bakery.example.net/' },
  });
}

/** Waits for mails to an address and returns them as they were sent. */
async function arrived(address: string): Promise<string[]> {
  const mails = () => sink.received.filter(({ to }) => to.includes(address)).map(({ source }) => source);
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBeGreaterThan(0);
  return mails();
}

describe.each([
  ['a phone', 'phone-bakery', phone],
  ['a wide screen', 'wide-bakery', wide],
])('on %s', (_, slug, viewport) => {
  test('a message reaches the owner, and the answer the visitor', async () => {
    const bakery = await aBakery(slug);
    const visitor = `ada-${slug}@example.org`;
    const page = await browser.open(`${site.url}/business/${slug}`, { viewport });
    const inBar = page.locator('.action-bar').getByRole('link', { name: 'Message', exact: true });
    expect(await inBar.isVisible()).toBe(viewport === phone);
    await page.getByRole('link', { name: 'Message the business' }).click();
    await page.getByRole('heading', { level: 1, name: `Message ${bakery.name}` }).waitFor();
    await page.getByLabel('Message').fill('Do you bake on Sundays, too?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please say your name').waitFor();
    const name = page.getByLabel('Your name');
    await hasFocus(name);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await name.fill('Ada Byron');
    await page.getByLabel('Your email').fill(visitor);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your message is on its way.').waitFor();
    const [toOwner = ''] = await arrived(`${slug}@example.com`);
    expect(toOwner).toContain('Do you bake on Sundays, too?');
    expect(toOwner).not.toContain(visitor);

    const dashboard = await openAs({ site, browser }, { id: bakery.ownerId ?? '' }, '/dashboard', { viewport });
    await dashboard.getByText('1 new').waitFor();
    await dashboard.getByRole('link', { name: 'Messages from visitors' }).click();
    const message = dashboard.getByRole('article', { name: `Ada Byron to ${bakery.name}` });
    await message.getByText('New', { exact: true }).waitFor();
    await message.getByText('Answer', { exact: true }).waitFor();
    // Opens the form by keyboard.
    await message.locator('summary').focus();
    await dashboard.keyboard.press('Enter');
    await message.getByRole('paragraph').filter({ hasText: 'Do you bake on Sundays, too?' }).waitFor();
    await message.getByText('Read', { exact: true }).waitFor();
    expect(await accessibilityFaultsInBothThemes(dashboard)).toEqual([]);
    expect(await dashboard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    expect(await dashboard.content()).not.toContain(visitor);
    await message.getByRole('button', { name: 'Send answer' }).click();
    await message.getByText('Please write an answer').waitFor();
    const typed = message.getByLabel('Your answer to Ada Byron');
    await typed.fill('See bakery.example.net/hours or other.example.com.');
    await message.getByText('The email will have other.example.com with spaces in it').waitFor();
    expect(await accessibilityFaultsInBothThemes(dashboard)).toEqual([]);
    await typed.fill('Yes, from eight to noon.');
    await message.getByText('with spaces in it').waitFor({ state: 'detached' });
    await message.getByRole('button', { name: 'Send answer' }).click();
    await message.getByText('Answered', { exact: true }).waitFor();
    await message.getByText('Yes, from eight to noon.').waitFor();
    const [toVisitor = ''] = await arrived(visitor);
    expect(toVisitor).toContain('Yes, from eight to noon.');
    expect(toVisitor).not.toContain(`${slug}@example.com`);
    // A slip in the answer is put right in a second one, and a third may follow.
    await message.getByRole('button', { name: 'Answer Ada Byron once more' }).click();
    await hasFocus(message.getByLabel('Your second answer to Ada Byron'));
    await message.getByLabel('Your second answer to Ada Byron').fill('From nine, sorry.');
    await message.getByRole('button', { name: 'Send answer' }).click();
    await message.getByText('From nine, sorry.').waitFor();
    await message.getByRole('button', { name: 'Answer Ada Byron once more' }).waitFor();
    await expect.poll(async () => (await arrived(visitor)).at(-1), { timeout: 20_000 }).toContain('From nine, sorry.');
    // Asks first.
    const report = message.getByRole('button', { name: 'Report this message of Ada Byron' });
    await report.click();
    await message.getByText('A report cannot be taken back.').waitFor();
    expect(await accessibilityFaultsInBothThemes(dashboard)).toEqual([]);
    await message.getByRole('button', { name: 'No', exact: true }).click();
    await hasFocus(report);
    await report.click();
    await message.getByRole('button', { name: 'Yes, report it' }).click();
    await hasFocus(message.getByText('You reported this message. Staff look into it.'));
    expect(await dashboard.content()).not.toContain(visitor);
    const staff = await openAs({ site, browser }, 'staff', '/staff', { viewport });
    await staff
      .getByRole('button', { name: new RegExp(`Report.*${bakery.name}.*A message that its owner got`) })
      .click();
    await staff.getByText('Ada Byron wrote: Do you bake on Sundays, too?').waitFor();
    await staff.getByText(visitor, { exact: true }).waitFor();
    expect(await staff.getByRole('button', { name: 'Answer', exact: true }).count()).toBe(1);

    await dashboard.getByRole('checkbox', { name: bakery.name }).uncheck();
    await dashboard.getByText(`No more messages to ${bakery.name}`, { exact: true }).waitFor();
    await expect
      .poll(async () =>
        (await (await fetch(`${site.url}/business/${slug}`)).text()).includes(`/business/${slug}/message`),
      )
      .toBe(false);
    const off = await browser.open(`${site.url}/business/${slug}/message`, { viewport });
    await off.getByRole('link', { name: 'Call (210) 555-0110' }).waitFor();
    await off.getByRole('link', { name: 'Visit Website' }).waitFor();
    expect(await off.getByLabel('Message').count()).toBe(0);
    expect(await accessibilityFaultsInBothThemes(off)).toEqual([]);
  });

  test('a message is sent without script', async () => {
    const bakery = await aBakery(`plain-${slug}`);
    const page = await browser.open(`${site.url}/business/${bakery.slug}`, { viewport, script: false });
    await page.getByRole('link', { name: 'Message the business' }).click();
    await page.getByLabel('Message').fill('Do you have rye bread?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please say your name').first().waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Do you have rye bread?');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Your email').fill('plain@example.org');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your message is on its way.').waitFor();
    const [mail = ''] = await arrived(`${bakery.slug}@example.com`);
    expect(mail).toContain('Do you have rye bread?');
    expect(mail).not.toContain('plain@example.org');
    const rows = await site.db.select().from(businessMessages);
    expect(rows.filter(({ businessId }) => businessId === bakery.id)).toHaveLength(1);
  });
});

test('a listing without an owner offers its telephone, and an unseen one is not there', async () => {
  await aBusiness(site.db, { slug: 'nobodys', name: "Nobody's", ownerId: null, phone: '210-555-0111', website: null });
  const page = await browser.open(`${site.url}/business/nobodys/message`, { viewport: phone });
  await page.getByRole('link', { name: 'Call (210) 555-0111' }).waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  await aBusiness(site.db, { slug: 'unseen', status: 'hidden' });
  expect((await fetch(`${site.url}/business/unseen/message`)).status).toBe(404);
});
