/** The browser takes the first page over part by part: nothing of it is drawn anew, and a press in between is heard once. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();

const slugOf = async (path: string) =>
  /"slug":"([^"]+)"/.exec(await (await fetch(site.url + path)).text())?.[1] ?? 'none';

/** Other with script: the filters, which a phone draws when their sheet opens, and links that become buttons. */
const links = ['near=center', 'cursor=', 'mailto:?', '#report'].map((part) => `a[href*="${part}"]`).join();
const othersWithScript = `.filter-panel *, :is(${links}), :is(${links}) *`;

interface Watched {
  /** Elements of the server's page. */
  came: Element[];
  themes: (string | undefined)[];
  /** There once the turns stand still: goes on with them. */
  goOn?: () => void;
}

/** The page ends a task by a message to itself: three of them later the header has had its turn, and the cards have not. */
const messagesUntilCards = 4;

/** Opens a page whose parts have 10 ms between their turns. @param stopAfter messages, after which they stand still */
async function openSlowly(path: string, width: number, stopAfter = Number.MAX_SAFE_INTEGER): Promise<Page> {
  const blank = await browser.open(`${site.url}/robots.txt`, { script: false });
  const context = await blank
    .context()
    .browser()
    ?.newContext({ viewport: { width, height: 900 } });
  if (!context) throw new Error('the browser is gone');
  const page = await context.newPage();
  await page.addInitScript(
    ([stop, others]) => {
      const watched: Watched = { came: [], themes: [] };
      const post = MessagePort.prototype.postMessage;
      let posted = 0;
      MessagePort.prototype.postMessage = function (message: unknown) {
        posted++;
        if (posted === stop + 1) watched.goOn = () => post.call(this, message);
        else setTimeout(() => post.call(this, message), 10);
      };
      document.addEventListener('DOMContentLoaded', () => {
        watched.came = [...document.querySelectorAll('#root *')].filter((element) => !element.matches(others));
      });
      new MutationObserver(() => watched.themes.push(document.documentElement.dataset.theme)).observe(document, {
        attributes: true,
        attributeFilter: ['data-theme'],
        subtree: true,
      });
      Object.assign(window, { watched });
    },
    [stopAfter, othersWithScript] as const,
  );
  await page.goto(site.url + path);
  return page;
}

const taken = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

const themes = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched.themes);

/** The elements that came from the server and are gone, by tag and class. */
const gone = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { watched: Watched }).watched.came
      .filter((element) => !element.isConnected)
      .map((element) => element.outerHTML.slice(0, 120)),
  );

test.each([390, 1440])(
  'at %i px no page loses what the server drew, and no id stands twice',
  async (width) => {
    const paths = ['/', '/directory', `/business/${await slugOf('/api/businesses/featured')}`];
    if (width < 1_000) {
      paths.push('/directory?search=tacos', '/news', '/events', '/history', '/helpful-links', '/contact');
      paths.push(`/category/${await slugOf('/api/categories')}`, `/news/${await slugOf('/api/articles')}`);
    }
    for (const path of paths) {
      const page = await openSlowly(path, width);
      await taken(page);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
      expect(await gone(page), path).toEqual([]);
      const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        path,
      ).toEqual([]);
      await page.context().close();
    }
  },
  120_000,
);

test('a press while parts wait for their turn is heard once, after the last of them', async () => {
  const page = await openSlowly('/directory', 1440, messagesUntilCards);
  await page.waitForFunction(() => (window as unknown as { watched: Watched }).watched.goOn !== undefined);
  await page.getByRole('banner').getByRole('button', { name: 'Use dark colors' }).click();
  expect(await page.locator('html[data-hydrated]').count()).toBe(0);
  expect(await themes(page)).toEqual([]);
  await page.evaluate(() => (window as unknown as { watched: Watched }).watched.goOn?.());
  await taken(page);
  await expect.poll(() => themes(page)).toEqual(['dark']);
});

test('a menu that was opened before its turn stays open, says so, and closes when a link is followed', async () => {
  const page = await openSlowly('/', 390, 1);
  await page.waitForFunction(() => (window as unknown as { watched: Watched }).watched.goOn !== undefined);
  await page.getByText('Menu', { exact: true }).click();
  const link = page.locator('details').getByRole('link', { name: 'News', exact: true });
  await link.waitFor();
  await page.evaluate(() => (window as unknown as { watched: Watched }).watched.goOn?.());
  await taken(page);
  await page.getByRole('button', { name: 'Menu', expanded: true }).waitFor();
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
  await page.getByRole('button', { name: 'Menu', expanded: false }).waitFor();
});
