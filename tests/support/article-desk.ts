/** Two members of staff who write articles, and a visitor who reads them: tests of staff's articles begin with it. */
import type { Hono } from 'hono';
import { beforeEach } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountFeeds } from '#app/feeds/feeds.ts';
import type { ArticleFields } from '#features/articles/article-fields.ts';
import type { ArticleStatus, StaffArticle } from '#features/articles/staff-contract.ts';
import { auditLog } from '#server/db/schema/index.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import { minuteMs } from '#shared/times.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from './found.ts';
import { answerOf } from './staff-office.ts';
import { TestBrowser } from './test-browser.ts';
import { testDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';

const fieldsWith = (given: Partial<ArticleFields> = {}): ArticleFields => ({
  title: 'Summer parade',
  excerpt: 'It comes.',
  content: '<p>On Saturday.</p>',
  imageUrl: null,
  imageAlt: '',
  imageCaption: '',
  focus: null,
  author: 'Stella',
  category: 'community',
  ...given,
});

interface Save extends Partial<ArticleFields> {
  version?: number;
  kind?: 'autosaved' | 'saved';
  editor?: string;
}

/** The address of a staff article in the API. */
export const path = (id: string, rest = '') => `/api/staff/articles/${id}${rest}`;

export const put = (
  who: TestBrowser,
  id: string,
  { version = 0, kind = 'saved', editor = 'editor-of-a-test', ...given }: Save,
) => who.write('PUT', path(id), { body: { fields: fieldsWith(given), version, kind, editor } });

export const save = async (who: TestBrowser, id: string, given: Save = {}) =>
  answerOf<ArticleStatus>(await put(who, id, given));

/** Call it once, outside of tests: const desk = articleDesk(); */
export function articleDesk() {
  const database = testDatabase();
  const start = Date.now();
  let people: { app: Hono<ApiEnv>; stella: TestBrowser; sam: TestBrowser; visitor: TestBrowser } | undefined;
  const present = () => found(people, 'the people, before beforeEach');

  const desk = {
    database,
    start,
    /** The site's clock. */
    now: new Date(start),
    later: (minutes: number) => new Date(desk.now.getTime() + minutes * minuteMs),
    get app() {
      return present().app;
    },
    get stella() {
      return present().stella;
    },
    get sam() {
      return present().sam;
    },
    get visitor() {
      return present().visitor;
    },
    read: async (id: string) => answerOf<StaffArticle>(await desk.stella.get(path(id))),
    publish: (id: string, version: number, publishAt: Date | null = null) =>
      desk.stella.post(path(id, '/publish'), { body: { version, publishAt } }),
    actions: async () =>
      (await database.db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id)).map(
        ({ action }) => action,
      ),
    /** The status that a visitor gets for the article. */
    seen: async (slug: string) => (await desk.visitor.get(`/api/articles/${slug}`)).status,
  };

  beforeEach(async () => {
    desk.now = new Date(start);
    const services = testServices(database, { now: () => desk.now });
    const app = createApi(services);
    mountFeeds(app, services);
    const member = async (username: string) =>
      new TestBrowser(app).withSession(
        await aSession(database.db, (await aUser(database.db, { role: 'staff', username })).id),
      );
    people = { app, stella: await member('stella'), sam: await member('sam'), visitor: new TestBrowser(app) };
  });
  return desk;
}
