/** Follows the columns of events and articles through pages, feeds and forms. */
import type { Hono } from 'hono';
import { expect } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountFeeds } from '#app/feeds/feeds.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { TestBrowser } from './test-browser.ts';
import type { TestDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';

export interface PublishingDesk {
  app: Hono<ApiEnv>;
  staff: TestBrowser;
  visitor: TestBrowser;
}

/** The API and the feeds at noon of May 1, 2030, with a member of staff and a visitor. */
export async function aPublishingDesk(database: TestDatabase): Promise<PublishingDesk> {
  const now = new Date('2030-05-01T12:00:00Z');
  const services = testServices(database, { now: () => now });
  const app = createApi(services);
  mountFeeds(app, services);
  const { id } = await aUser(database.db, { role: 'staff' });
  const expiresAt = new Date('2030-06-01T00:00:00Z');
  const session = await aSession(database.db, id, { createdAt: now, lastUsedAt: now, expiresAt });
  return { app, staff: new TestBrowser(app).withSession(session), visitor: new TestBrowser(app) };
}

/** The places where a column goes. */
export interface Fate {
  /** A value of the column. */
  value: unknown;
  /** The value in the staff form and the staff view; missing when no form writes the column. */
  form?: Record<string, unknown>;
  /** Other values that staff read. */
  staff?: Record<string, unknown>;
  /** The value in the public answer; missing when it is not public. */
  answer?: Record<string, unknown>;
  /** A text of the page. */
  page?: string;
  /** A text of each feed that has it: the calendar file, RSS, JSON Feed. */
  feeds?: Partial<Record<'ics' | 'xml' | 'json', string>>;
}

/** Names the columns without an entry. */
export const undecided = (columns: object, fates: object) => Object.keys(columns).filter((name) => !(name in fates));
export const all = (fates: Record<string, Fate>, part: 'form' | 'staff' | 'answer') =>
  Object.assign({}, ...Object.values(fates).map((fate) => fate[part] ?? {}));
/** Answers the texts that are not in a page or a feed. */
export const missing = (text: string, texts: readonly (string | undefined)[]) =>
  texts.filter((wanted) => wanted !== undefined && !text.includes(wanted));
/** Expects each feed to have its texts. */
export async function feedsHave(
  visitor: TestBrowser,
  fates: Record<string, Fate>,
  paths: Partial<Record<'ics' | 'xml' | 'json', string>>,
) {
  for (const [kind, path] of Object.entries(paths)) {
    // Long lines of a calendar are folded.
    const feed = (await (await visitor.get(path)).text()).replaceAll('\r\n ', '');
    const texts = Object.values(fates).map(({ feeds }) => feeds?.[kind as 'ics']);
    expect({ [path]: missing(feed, texts) }).toEqual({ [path]: [] });
  }
}

/** A text that the form, the answer and the page name alike. */
export const textField = (field: string, given: Partial<Fate> = {}): Fate => ({
  value: `Mark${field}`,
  form: { [field]: `Mark${field}` },
  answer: { [field]: `Mark${field}` },
  page: `Mark${field}`,
  ...given,
});

/** Written by the server itself, and shown nowhere. */
export const inside: Fate = { value: undefined };
