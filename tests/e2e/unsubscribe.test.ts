import { expect, test } from 'vitest';
import { newsletterSubscribers } from '#server/db/schema/index.ts';
import { mailTo } from '#tests/support/mailed-link.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = startTestSite();
const browser = openBrowser();

/** Subscribes through the home page and answers the link of the welcome mail. */
async function subscribe(email: string): Promise<string> {
  const page = await browser.open(site.url, { script: false });
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText("You've been successfully subscribed to our newsletter.").waitFor();
  await workOffJobs(testServices(site, { env: { SITE_URL: site.url } }));
  const [welcome] = await mailTo(site.db, email);
  return welcome?.unsubscribeUrl ?? '';
}

async function statuses(): Promise<string[]> {
  const rows = await site.db.select().from(newsletterSubscribers).orderBy(newsletterSubscribers.email);
  return rows.map((row) => row.status);
}

test('the link of a mail changes nothing until its button is pressed, with script and without', async () => {
  for (const [email, script] of [
    ['ana@mail.example.com', true],
    ['ben@mail.example.com', false],
  ] as const) {
    const link = await subscribe(email);
    const page = await browser.open(link, { script });
    await page.getByRole('heading', { name: 'Leave the newsletter?' }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain(email);
    expect(await statuses()).toContain('subscribed');
    if (script) expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  }
  expect(await statuses()).toEqual(['unsubscribed', 'unsubscribed']);
});

test('a made-up link says so', async () => {
  const page = await browser.open(`${site.url}/newsletter/unsubscribe?token=made-up`);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
});
