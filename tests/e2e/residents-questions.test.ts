/** Questions as residents type them, from the search box to the answer, on a phone. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();
const phone = { width: 390, height: 844 };

const firstCard = (page: Page) => page.locator('main article.business-card').first();
const inTown = (page: Page) => page.getByRole('region', { name: /in town$/i });

/** `answer` waits for the answer and fails where it does not come. */
const questions: { question: string; answer: (page: Page) => Promise<unknown> }[] = [
  {
    question: 'dentist open saturday',
    answer: (page) => firstCard(page).filter({ hasText: 'Two Elms Dental' }).waitFor(),
  },
  { question: 'coffee', answer: (page) => firstCard(page).filter({ hasText: 'The Blue Heron Cup' }).waitFor() },
  {
    question: 'plumber now',
    answer: (page) => firstCard(page).filter({ hasText: 'Drip & Daughters Plumbing' }).waitFor(),
  },
  {
    question: 'police non emergency at night',
    answer: (page) =>
      inTown(page)
        .getByRole('link', { name: /police/i })
        .first()
        .waitFor(),
  },
  {
    question: 'pharmacy',
    answer: (page) => page.getByRole('region', { name: 'This may help' }).getByRole('link').first().waitFor(),
  },
  {
    question: 'passport photo',
    answer: (page) => firstCard(page).filter({ hasText: 'Notary on the Corner' }).waitFor(),
  },
  {
    question: 'farmers market',
    answer: (page) =>
      inTown(page)
        .getByRole('link', { name: /farmers market/i })
        .first()
        .waitFor(),
  },
];

async function ask(page: Page, question: string): Promise<void> {
  await page.goto(`${site.url}/directory`);
  await page.locator('main input[name="search"]').fill(question);
  await page.locator('main').getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/\?search=/);
  await page.getByRole('heading', { name: `Search Results for "${question}"` }).waitFor();
}

test('an event that answers stands first, and nothing says that nothing was found', async () => {
  const page = await browser.open(`${site.url}/directory`, { viewport: phone });
  await ask(page, 'farmers market');
  await page
    .getByRole('region', { name: 'In town', exact: true })
    .getByRole('link', { name: /farmers market/i })
    .first()
    .waitFor();
  expect(await page.getByText(/fits all of|Nothing was found/).count()).toBe(0);
});

test.each([true, false])(
  'says what is only the nearest, and keeps other businesses closed; with script: %s',
  async (script) => {
    const page = await browser.open(`${site.url}/directory`, { viewport: phone, script });
    await ask(page, 'playground');
    await page.getByText('We found nothing that is just playground. This comes closest:').waitFor();
    await inTown(page).getByRole('link', { name: 'Alameda Circle' }).waitFor();
    await ask(page, 'pay water bill');
    await inTown(page)
      .getByRole('link', { name: /Water System/ })
      .waitFor();
    expect(await firstCard(page).isVisible()).toBe(false);
    expect(await page.getByRole('list', { name: 'Chosen' }).count()).toBe(0);
    await page.getByText(/^Businesses that come close \(\d+\)$/).click();
    await firstCard(page).waitFor();
  },
);

describe.each([true, false])('with script: %s', (script) => {
  test.each(questions)('$question', async ({ question, answer }) => {
    const page = await browser.open(`${site.url}/directory`, { viewport: phone, script });
    await ask(page, question);
    await answer(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });

  test('tacos near me', async () => {
    const { latitude, longitude } = site.city.facts.center;
    const page = await browser.open(`${site.url}/directory`, { viewport: phone, script });
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude, longitude });
    await ask(page, 'tacos near me');
    await firstCard(page).filter({ hasText: "Tía Nela's Comal" }).waitFor();
    if (!script) return;
    await page.getByRole('button', { name: 'Near me' }).click();
    await page.waitForURL(/near=/);
    await firstCard(page)
      .filter({ hasText: "Tía Nela's Comal" })
      .getByText(/\d mi\b/)
      .waitFor();
  });
});

test('what was understood and what is offered has no fault that axe finds', async () => {
  for (const question of ['dentist open saturday', 'pharmacy', 'playground', 'pay water bill']) {
    const page = await browser.open(`${site.url}/directory?search=${encodeURIComponent(question)}`, {
      viewport: phone,
    });
    expect(await accessibilityFaultsInBothThemes(page), question).toEqual([]);
  }
});
