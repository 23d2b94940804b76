/** Articles by staff: writing, conflicts, publishing at a time, versions, addresses, previews, and every refusal. */
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountFeeds } from '#app/feeds/feeds.ts';
import type { ArticleFields } from '#features/articles/article-fields.ts';
import { publishDueArticles } from '#features/articles/server/publish-due.ts';
import type {
  ArticleRevision,
  ArticleStatus,
  StaffArticle,
  StaffArticleRow,
} from '#features/articles/staff-contract.ts';
import { articles, auditLog } from '#server/db/schema/index.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const start = Date.now();
let now = new Date(start);
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
let app: Hono<ApiEnv>;
let stella: TestBrowser;
let sam: TestBrowser;
let visitor: TestBrowser;

beforeEach(async () => {
  now = new Date(start);
  const services = testServices(database, { now: () => now });
  app = createApi(services);
  mountFeeds(app, services);
  const member = async (username: string) =>
    new TestBrowser(app).withSession(
      await aSession(database.db, (await aUser(database.db, { role: 'staff', username })).id),
    );
  stella = await member('stella');
  sam = await member('sam');
  visitor = new TestBrowser(app);
});

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

const path = (id: string, rest = '') => `/api/staff/articles/${id}${rest}`;
const put = (
  who: TestBrowser,
  id: string,
  { version = 0, kind = 'saved', editor = 'editor-of-a-test', ...given }: Save,
) => who.write('PUT', path(id), { body: { fields: fieldsWith(given), version, kind, editor } });
const save = async (who: TestBrowser, id: string, given: Save = {}) =>
  answerOf<ArticleStatus>(await put(who, id, given));
const read = async (id: string) => answerOf<StaffArticle>(await stella.get(path(id)));
const publish = (id: string, version: number, publishAt: Date | null = null) =>
  stella.post(path(id, '/publish'), { body: { version, publishAt } });
const actions = async () =>
  (await database.db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );
const seen = async (slug: string) => (await visitor.get(`/api/articles/${slug}`)).status;

describe('writing', () => {
  it('makes a draft that nobody else sees, cleaned, with a slug that follows its title', async () => {
    const id = uuidv7();
    const made = await save(stella, id, {
      title: '  Día de los Muertos ',
      content: '<p onclick="x()">a</p><script>x</script>',
    });
    expect(made).toMatchObject({
      id,
      slug: 'dia-de-los-muertos',
      slugFixed: false,
      state: 'draft',
      version: 1,
      savedBy: 'stella',
    });
    expect((await read(id)).fields).toMatchObject({ title: 'Día de los Muertos', content: '<p>a</p>' });
    expect(await seen(made.slug)).toBe(404);
    expect(await save(stella, id, { title: 'Another day', version: 1 })).toMatchObject({
      slug: 'another-day',
      version: 2,
    });
    expect(await actions()).toEqual(['article.created', 'article.edited']);
  });

  it('gives a second article of the same title another slug, and one without words some slug', async () => {
    expect((await save(stella, uuidv7())).slug).toBe('summer-parade');
    expect((await save(stella, uuidv7())).slug).toBe('summer-parade-2');
    expect((await save(stella, uuidv7(), { title: '' })).slug).toBe('article');
  });

  it('takes the same save again, and one whose answer was lost', async () => {
    const id = uuidv7();
    await save(stella, id);
    expect(await save(stella, id, { version: 0 })).toMatchObject({ version: 1 });
    expect(await save(stella, id, { version: 0, title: 'Typed on' })).toMatchObject({ version: 2 });
    expect(await actions()).toEqual(['article.created', 'article.edited']);
  });

  it('keeps autosaves of ten minutes as one version, and those after them as another', async () => {
    const id = uuidv7();
    now = new Date(Math.ceil(start / 600_000) * 600_000);
    await save(stella, id, { kind: 'autosaved' });
    now = later(1);
    await save(stella, id, { kind: 'autosaved', title: 'A', version: 1 });
    now = later(1);
    expect((await save(stella, id, { kind: 'autosaved', title: 'B', version: 2 })).version).toBe(3);
    now = later(9);
    await save(stella, id, { kind: 'autosaved', title: 'C', version: 3 });
    const list = await answerOf<ArticleRevision[]>(await stella.get(path(id, '/revisions')));
    expect(list.map(({ version, title }) => [version, title])).toEqual([
      [4, 'C'],
      [3, 'B'],
    ]);
  });

  it('forgets the oldest autosaves, and none that was published', async () => {
    const id = uuidv7();
    await save(stella, id);
    await publish(id, 1);
    for (let version = 1; version <= 53; version++) {
      now = later(10);
      await save(stella, id, { kind: 'autosaved', title: `No ${version}`, version });
    }
    const list = await answerOf<ArticleRevision[]>(await stella.get(path(id, '/revisions')));
    expect(list.at(-1)).toMatchObject({ version: 1, kind: 'published' });
    expect(list.length).toBeGreaterThanOrEqual(51);
    expect(list.length).toBeLessThan(54);
    expect((await stella.get(path(id, '/revisions/2'))).status).toBe(404);
  });

  it('tells who was first when two write at once, and loses neither', async () => {
    const id = uuidv7();
    await save(stella, id, { editor: 'stella-editor' });
    await save(sam, id, { version: 1, title: 'By Sam', editor: 'sams-editor' });
    const refusal = await problemOf(await put(stella, id, { version: 1, title: 'By Stella', editor: 'stella-editor' }));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'sam saved this article while you had it open.',
    });
    expect((await read(id)).fields.title).toBe('By Sam');
    const again = await problemOf(await put(sam, id, { version: 1, editor: 'other-window' }));
    expect(again.message).toBe('You saved this article in another window while you had it open.');
    expect((await save(stella, id, { version: 2, title: 'By Stella', editor: 'stella-editor' })).version).toBe(3);
  });

  it('refuses what cannot be stored', async () => {
    const id = uuidv7();
    for (const given of [
      { title: 'x'.repeat(201) },
      { imageUrl: 'https://elsewhere.example/x.png' },
      { focus: [101, 0] as [number, number] },
      { content: 'x'.repeat(200_001) },
      { category: 'gossip' as 'news' },
    ]) {
      expect((await put(stella, id, given)).status, JSON.stringify(given).slice(0, 60)).toBe(422);
    }
    expect((await put(stella, id, { content: 'é'.repeat(190_000) })).status).toBe(200);
    expect((await put(stella, id, { content: 'x'.repeat(1_100_000) })).status).toBe(413);
    expect((await put(stella, uuidv7(), { version: 3 })).status).toBe(404);
    expect((await put(stella, 'no-id', {})).status).toBe(404);
  });
});

describe('publishing', () => {
  it('shows an article now, and its later changes only when they are published', async () => {
    const id = uuidv7();
    await save(stella, id);
    const shown = await answerOf<ArticleStatus>(await publish(id, 1));
    expect(shown).toMatchObject({ state: 'published', publishAt: now.toISOString(), slugFixed: true });
    const shownAt = now.toISOString();
    now = later(30);
    const edited = await save(stella, id, { version: 1, title: 'Summer parade moved', kind: 'autosaved' });
    expect(edited).toMatchObject({ version: 2, shownVersion: 1, slug: 'summer-parade' });
    const title = async () =>
      (await answerOf<{ title: string; createdAt: string }>(await visitor.get('/api/articles/summer-parade'))).title;
    expect(await title()).toBe('Summer parade');
    expect(await answerOf<ArticleStatus>(await publish(id, 2))).toMatchObject({ shownVersion: 2, publishAt: shownAt });
    expect(await title()).toBe('Summer parade moved');
    expect(await actions()).toEqual([
      'article.created',
      'article.published',
      'article.edited',
      'article.changes-published',
    ]);
  });

  it('waits for its time, then stands in the list, both feeds and the sitemap', async () => {
    const id = uuidv7();
    await save(stella, id);
    const at = later(60);
    expect(await answerOf<ArticleStatus>(await publish(id, 1, at))).toMatchObject({ state: 'scheduled' });
    const { rows } = await database.pool.query(
      "select start_after from pgboss.job where name = 'publish-due-articles' and singleton_key like $1",
      [`${id}%`],
    );
    expect(rows).toEqual([{ start_after: new Date(at.getTime() + 1000) }]);
    const places = [
      '/api/articles',
      '/feeds/news.xml',
      '/feeds/news.json',
      '/feeds/news/community.xml',
      '/sitemaps/articles.xml',
    ];
    const found = async () =>
      Promise.all(places.map(async (place) => (await (await app.request(place)).text()).includes('summer-parade')));
    now = later(59);
    expect(await publishDueArticles(database.db, now)).toBe(0);
    expect(await found()).toEqual(places.map(() => false));
    now = later(1);
    expect(await found()).toEqual(places.map(() => true));
    expect(await publishDueArticles(database.db, now)).toBe(1);
    expect(await publishDueArticles(database.db, now)).toBe(0);
    expect(await actions()).toEqual(['article.created', 'article.scheduled', 'article.went-live']);
    expect(await (await app.request('/feeds/news/business.json')).text()).not.toContain('summer-parade');
  });

  it('keeps what goes live at its time apart from what is still being written', async () => {
    const id = uuidv7();
    await save(stella, id);
    await publish(id, 1, later(60));
    await save(stella, id, { version: 1, title: 'Half a thou' });
    now = later(61);
    expect((await answerOf<{ title: string }>(await visitor.get('/api/articles/summer-parade'))).title).toBe(
      'Summer parade',
    );
  });

  it('becomes a draft again, then may be deleted, and keeps its date when shown once more', async () => {
    const id = uuidv7();
    const firstShown = now.toISOString();
    await save(stella, id);
    await publish(id, 1);
    now = later(60);
    const refusal = await problemOf(await stella.write('DELETE', path(id)));
    expect(refusal).toMatchObject({
      status: 409,
      message: 'Only drafts can be deleted. Please unpublish this article first.',
    });
    expect(await answerOf(await stella.post(path(id, '/unpublish'), { body: { version: 1 } }))).toMatchObject({
      state: 'draft',
    });
    expect(await seen('summer-parade')).toBe(404);
    expect((await stella.post(path(id, '/unpublish'), { body: { version: 1 } })).status).toBe(409);
    expect(await answerOf(await publish(id, 1))).toMatchObject({ publishAt: firstShown });
    await stella.post(path(id, '/unpublish'), { body: { version: 1 } });
    expect((await stella.write('DELETE', path(id))).status).toBe(200);
    expect((await stella.get(path(id))).status).toBe(404);
    expect((await actions()).slice(-2)).toEqual(['article.unpublished', 'article.deleted']);
  });

  it('refuses a past time, a time for what is shown already, an old version and what is not complete', async () => {
    const id = uuidv7();
    await save(stella, id, { title: '', imageUrl: '/media/u/a.10x10.webp' });
    expect(await problemOf(await publish(id, 1))).toMatchObject({
      status: 422,
      fields: { title: 'Please give the article a title.', imageAlt: 'Please say what the picture shows.' },
    });
    await save(stella, id, { version: 1 });
    expect((await publish(id, 1)).status).toBe(409);
    expect((await problemOf(await publish(id, 2, later(-1)))).fields).toEqual({
      publishAt: 'Please choose a time that is still to come.',
    });
    expect((await stella.post(path(id, '/publish'), { body: { version: 2, publishAt: 'soon' } })).status).toBe(422);
    await publish(id, 2);
    expect((await publish(id, 2, later(9))).status).toBe(422);
  });
});

describe('versions', () => {
  it('brings an earlier one back as the newest, for readers once published', async () => {
    const stored = await anArticle(database.db, { slug: 'old-one', title: 'Imported', content: '<p>First</p>' });
    const { id } = stored;
    await save(stella, id, { version: 1, title: 'Changed', content: '<p>Second</p>' });
    await publish(id, 2);
    const list = await answerOf<ArticleRevision[]>(await stella.get(path(id, '/revisions')));
    expect(list.map(({ version, kind }) => [version, kind])).toEqual([
      [2, 'published'],
      [1, 'published'],
    ]);
    expect(await answerOf(await stella.get(path(id, '/revisions/1')))).toMatchObject({
      fields: { content: '<p>First</p>' },
    });
    expect((await stella.post(path(id, '/revisions/1/restore'), { body: { version: 1 } })).status).toBe(409);
    const restored = await answerOf<StaffArticle>(
      await stella.post(path(id, '/revisions/1/restore'), { body: { version: 2 } }),
    );
    expect(restored).toMatchObject({ version: 3, shownVersion: 2, fields: { title: 'Imported' } });
    const shown = await answerOf<{ title: string }>(await visitor.get('/api/articles/old-one'));
    expect(shown.title).toBe('Changed');
    const back = await answerOf<StaffArticle>(
      await stella.post(path(id, '/revisions/2/restore'), { body: { version: 3 } }),
    );
    expect(back).toMatchObject({ version: 4, shownVersion: 4 });
    expect((await stella.get(path(id, '/revisions/99'))).status).toBe(404);
  });
});

describe('addresses', () => {
  it('redirects those that readers have seen, and gives none of them to another', async () => {
    const id = uuidv7();
    await save(stella, id);
    await publish(id, 1);
    const change = (slug: string, of = id) => stella.write('PUT', path(of, '/slug'), { body: { slug } });
    expect(await answerOf(await change('big-parade'))).toMatchObject({ slug: 'big-parade' });
    const moved = await visitor.get('/api/articles/summer-parade');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/api/articles/big-parade']);
    const other = uuidv7();
    expect((await save(stella, other)).slug).toBe('summer-parade-2');
    expect(await problemOf(await change('summer-parade', other))).toMatchObject({
      status: 409,
      fields: { slug: expect.any(String) },
    });
    expect((await change('Not A Slug')).status).toBe(422);
    expect(await answerOf(await change('summer-parade'))).toMatchObject({ slug: 'summer-parade' });
    expect(await seen('summer-parade')).toBe(200);
    expect((await visitor.get('/api/articles/big-parade')).status).toBe(301);
  });
});

describe('previews', () => {
  it('shows what the editor holds to whoever has the link, until it expires', async () => {
    const id = uuidv7();
    await save(stella, id, { content: '<p>Secret</p>' });
    const link = await answerOf<{ path: string; expiresAt: string }>(await stella.get(path(id, '/preview')));
    const token = new URLSearchParams(link.path.split('?')[1]).get('token') ?? '';
    const preview = () => visitor.get(`/api/article-previews/${token}`);
    expect(await answerOf(await preview())).toMatchObject({
      article: { title: 'Summer parade', content: '<p>Secret</p>' },
    });
    expect((await preview()).headers.get('x-content-tags')).toBeNull();
    const forged = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const wrong of [forged, 'x', token.slice(0, -4)]) {
      expect((await visitor.get(`/api/article-previews/${wrong}`)).status).toBe(404);
    }
    now = later(7 * 24 * 60);
    expect(await problemOf(await preview())).toMatchObject({
      status: 404,
      message: 'This preview link has expired. Please ask for a new one.',
    });
    expect((await stella.get(path(uuidv7(), '/preview'))).status).toBe(404);
  });
});

it('lists all of them, those saved last first, and finds by words and by state', async () => {
  await anArticle(database.db, { title: 'Live', author: 'Rosa', updatedAt: later(-30) });
  await anArticle(database.db, { title: 'Later', publishAt: later(30), updatedAt: later(-20) });
  await anArticle(database.db, { title: 'Draft', published: false, updatedAt: later(-10) });
  const list = async (query: string) =>
    (await answerOf<StaffArticleRow[]>(await stella.get(`/api/staff/articles?${query}`))).map(({ title }) => title);
  expect(await list('')).toEqual(['Draft', 'Later', 'Live']);
  expect(await list('state=scheduled')).toEqual(['Later']);
  expect(await list('state=draft')).toEqual(['Draft']);
  expect(await list('state=published&search=ros')).toEqual(['Live']);
  expect(await list('search=%25')).toEqual([]);
  expect((await stella.get('/api/staff/articles?state=gone')).status).toBe(400);
  for (let n = 0; n < 50; n++) await anArticle(database.db, { updatedAt: later(-60 - n) });
  const first = await stella.get('/api/staff/articles');
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(await answerOf<unknown[]>(await stella.get(next))).toHaveLength(3);
});

it('keeps an article whose author of the last change is gone', async () => {
  const id = uuidv7();
  await save(sam, id);
  await database.pool.query("delete from sessions; delete from audit_log; delete from users where username = 'sam'");
  const [row] = await database.db.select().from(articles).where(eq(articles.id, id));
  expect(row?.savedBy).toBeNull();
});
