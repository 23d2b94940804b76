/** Describes a form that keeps what is typed, for tests that go over all of them. */
import type { Locator, Page } from 'playwright-core';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';

export interface KeptFormCase {
  who: { id: string } | 'staff';
  path: string;
  /** Unfolds the form. */
  open?: (page: Page) => Promise<void>;
  /** It unfolds by itself once it holds text. */
  opensItself?: boolean;
  field: (page: Page) => Locator;
  typed: string;
  /** Sends it and waits until that is done. Left out where a password or a payment service is needed for it. */
  send?: (page: Page) => Promise<void>;
  /** Opens the same form again after that. */
  after?: (page: Page) => Promise<void>;
  /** The form shows what is stored. */
  stays?: boolean;
}

export const label = (text: string | RegExp) => (page: Page) => page.getByLabel(text);
export const click = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
export const said = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();
export const days = (count: number) => new Date(Date.now() + count * 86_400_000);
export const nothing = async () => {};

/** Clicks the buttons one after the other. */
export const clicks =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await click(page, name);
  };

export const sends = (button: string, done: string | RegExp) => async (page: Page) => {
  await click(page, button);
  await said(page, done);
};

export type KeptForms = Record<string, (db: Database) => Promise<KeptFormCase>>;

export async function aClaim(db: Database, claimant: { id: string }, listing: string): Promise<void> {
  const { id: businessId } = await aBusiness(db, { name: listing });
  const of = { businessId, userId: claimant.id, plan: 'standard', amountCents: 2500, status: 'in_review' } as const;
  await db.insert(claims).values({ ...of, expiresAt: days(1), dueAt: days(1), submittedAt: new Date() });
}
