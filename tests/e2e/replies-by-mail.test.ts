/** Mail goes out through a real mail server, and what people answer comes back into its thread by the signed webhook. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const [secret, pattern] = ['a-secret-of-the-service', 'reply+*@in.town.example'];
const sink = await startMailSink();
const site = startTestSite({
  worker: true,
  env: { SMTP_URL: sink.url, INBOUND_ADDRESS: pattern, INBOUND_MAIL_SECRET: secret },
});
const browser = openBrowser();
const phone = { width: 390, height: 844 };

/** Waits for the newest mail to an address that has these words. */
async function arrived(address: string, words: string): Promise<string> {
  const found = () => sink.received.findLast(({ to, source }) => to.includes(address) && source.includes(words));
  await expect.poll(() => found() !== undefined, { timeout: 30_000 }).toBe(true);
  return found()?.source ?? '';
}

/** Answers a mail as a mail program does, by way of the town's mail service. */
async function answerMail(source: string, from: string, text: string): Promise<void> {
  const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source)?.[1] ?? '';
  const [to = ''] = /reply\+[a-z2-7]+@in\.town\.example/.exec(header('Reply-To')) ?? [];
  expect(to).not.toBe('');
  const raw = [
    ...[`From: ${from}`, `To: ${to}`, `Subject: Re: ${header('Subject')}`, `In-Reply-To: ${header('Message-ID')}`],
    ...[`Message-ID: <${crypto.randomUUID()}@mail.example.org>`, 'Content-Type: text/plain; charset=utf-8', ''],
    ...[text, '', 'On Tue, Nov 24, 2026 at 9:00 AM the town wrote:', '> something'],
  ].join('\r\n');
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex');
  const response = await fetch(`${site.url}/api/inbound-mail`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', 'x-inbound-signature': `t=${time},v1=${signature}` },
    body: raw,
  });
  expect(await response.json()).toEqual({ result: 'kept' });
}

test('a visitor writes to the town, staff answer, and the reply by mail is below the answer', async () => {
  const page = await browser.open(`${site.url}/contact`);
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').first().fill('ada@example.org');
  await page.getByLabel('Subject').fill('Parade');
  await page.getByLabel('Message').fill('Where does the parade start this year?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByText('Message sent', { exact: false }).first().waitFor();

  const staff = await openAs({ site, browser }, 'staff', '/staff/messages', { viewport: phone });
  await staff.getByRole('button', { name: 'Answer', exact: true }).click();
  await staff.getByLabel('Your answer to Ada Byron').fill('At the library.');
  await staff.getByRole('button', { name: 'Send answer' }).click();
  await staff.getByText('Every message is answered.').waitFor();
  await answerMail(
    await arrived('ada@example.org', 'At the library.'),
    'Ada <ada@example.org>',
    'Thank you! Is it far?',
  );

  await staff.reload();
  const thread = staff.getByRole('article').filter({ hasText: 'Ada Byron' });
  await thread.getByText('Ada Byron wrote back').waitFor();
  await thread.getByText('Thank you! Is it far?', { exact: true }).waitFor();
  await thread.getByText('At the library.', { exact: true }).waitFor();
  expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);
  await arrived(site.city.facts.contact.email, 'Thank you! Is it far?');
});

test('a visitor and an owner go on by mail, and the owner reads it all on a phone, searches it, and blocks the visitor', async () => {
  const rosa = await aUser(site.db, { username: 'rosa', email: 'rosa@example.com', emailVerifiedAt: new Date() });
  await aBusiness(site.db, { slug: 'oak-bakery', name: 'Oak Bakery', ownerId: rosa.id, email: null });
  const page = await browser.open(`${site.url}/business/oak-bakery/message`, { script: false });
  await page.getByLabel('Your name').fill('Bo Lee');
  await page.getByLabel('Your email').fill('bo@example.org');
  await page.getByLabel('Message').fill('Do you bake on Sundays, too?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your message is on its way.').waitFor();

  await answerMail(await arrived('rosa@example.com', 'Sundays'), 'Rosa <rosa@example.com>', 'From eight to noon.');
  const answer = await arrived('bo@example.org', 'From eight to noon.');
  expect(answer).not.toContain('rosa@example.com');
  await answerMail(answer, 'Bo <bo@example.org>', 'Then keep a rye for me.');
  expect(await arrived('rosa@example.com', 'keep a rye')).not.toContain('bo@example.org');

  const dashboard = await openAs({ site, browser }, { id: rosa.id }, '/dashboard/messages', { viewport: phone });
  const message = dashboard.getByRole('article', { name: 'Bo Lee to Oak Bakery' });
  await message.getByText('New', { exact: true }).waitFor();
  await message.locator('summary').click();
  // The line of the closed message has these words, too.
  await message.getByRole('article', { name: 'Bo Lee wrote back' }).getByText('Then keep a rye for me.').waitFor();
  await message.getByText('From eight to noon.').waitFor();
  await message.getByText('Read', { exact: true }).waitFor();
  expect(await dashboard.content()).not.toContain('bo@example.org');
  expect(await accessibilityFaultsInBothThemes(dashboard)).toEqual([]);
  expect(await dashboard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await message.getByLabel('Your answer to Bo Lee').fill('I will.');
  await message.getByRole('button', { name: 'Send answer' }).click();
  await message.getByText('Answered', { exact: true }).waitFor();
  const last = await arrived('bo@example.org', 'I will.');
  expect(last).toContain('keep a rye');
  expect(last).toMatch(/^In-Reply-To: /im);

  await dashboard.getByLabel('Search your messages').fill('pumpernickel');
  await dashboard.getByRole('button', { name: 'Search' }).click();
  await dashboard.getByText('No message is like that.').waitFor();
  await dashboard.getByLabel('Search your messages').fill('RYE');
  await dashboard.keyboard.press('Enter');
  await message.waitFor();
  await dashboard.getByRole('button', { name: 'To answer' }).click();
  await dashboard.getByText('No message is like that.').waitFor();
  await dashboard.getByRole('button', { name: 'Answered' }).click();
  await message.locator('summary').click();
  await message.getByRole('button', { name: 'Block this visitor: Bo Lee' }).click();
  await message.getByText('Blocked', { exact: true }).waitFor();
  await message.getByRole('button', { name: 'Let this visitor write again: Bo Lee' }).waitFor();
});
