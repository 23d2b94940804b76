/** A built site, and a browser in which an owner is signed in. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { openBrowser, startTestSite, type TestBrowser, type TestSite } from './site.ts';

export const ownerPassword = 'correct horse battery';

interface OwnerSite {
  readonly site: TestSite;
  readonly browser: TestBrowser;
  /** A new owner for each test, with ownerPassword. */
  readonly owner: User;
  /** Opens a page for the owner, in a new browser context. */
  open: (path: string, options?: Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'hasTouch'>) => Promise<Page>;
  /**
   * Stores an approved business of the owner in the category Shopping. At the start of a test the owner has
   * none.
   */
  mine: (given?: Partial<typeof businesses.$inferInsert>) => Promise<Business>;
}

/** Call it once at the top of a test file. */
export function startOwnerSite(browserOptions?: Parameters<typeof openBrowser>[0]): OwnerSite {
  const site = startTestSite({ env: { DATA_DIR: mkdtempSync(join(tmpdir(), 'alameda-e2e-')) } });
  const browser = openBrowser(browserOptions);
  let owner: User | undefined;
  const present = () => {
    if (owner === undefined) throw new Error('the owner is there from beforeEach on');
    return owner;
  };
  beforeEach(async () => {
    await site.db.delete(businesses);
    owner = await aUser(site.db, { passwordHash: await hashPassword(ownerPassword) });
  });
  return {
    site,
    browser,
    get owner() {
      return present();
    },
    open: async (path, options = {}) => {
      const page = await browser.open(`${site.url}/credits`, options);
      await page.context().addCookies([
        { name: 'session', value: await aSession(site.db, present().id), url: site.url, httpOnly: true },
        { name: 'signed-in', value: '1', url: site.url },
      ]);
      await page.goto(site.url + path);
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      return page;
    },
    mine: async (given = {}) => {
      const [category] = await site.db.select().from(categories).where(eq(categories.slug, 'shopping'));
      return aBusiness(site.db, {
        name: 'Fig & Ladder',
        description: 'Figs, and ladders to pick them from.',
        address: '12 Oak Street',
        phone: '210-555-0142',
        ownerId: present().id,
        ...(category ? { categoryId: category.id } : {}),
        ...given,
      });
    },
  };
}

export const toast = (page: Page) => page.getByRole('region', { name: /notifications/i });
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
