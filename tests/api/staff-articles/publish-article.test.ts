/** Staff publish articles at once or at a set time, restore earlier versions, change addresses, and preview. */
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { publishDueArticles } from '#features/articles/server/publish-due.ts';
import type { ArticleRevision, ArticleStatus, StaffArticle } from '#features/articles/staff-contract.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { articleDesk, path, save } from '#tests/support/article-desk.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const desk = articleDesk();
const { database, later, publish, actions, seen } = desk;

describe('publishing', () => {
  it('shows an article desk.now, and its later changes only when they are published', async () => {
    const id = uuidv7();
    await save(desk.stella, id);
    const shown = await answerOf<ArticleStatus>(await publish(id, 1));
    expect(shown).toMatchObject({ state: 'published', publishAt: desk.now.toISOString(), slugFixed: true });
    const shownAt = desk.now.toISOString();
    desk.now = later(30);
    const edited = await save(desk.stella, id, { version: 1, title: 'Summer parade moved', kind: 'autosaved' });
    expect(edited).toMatchObject({ version: 2, shownVersion: 1, slug: 'summer-parade' });
    const title = async () =>
      (await answerOf<{ title: string; createdAt: string }>(await desk.visitor.get('/api/articles/summer-parade')))
        .title;
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
    await save(desk.stella, id);
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
      Promise.all(
        places.map(async (place) => (await (await desk.app.request(place)).text()).includes('summer-parade')),
      );
    desk.now = later(59);
    expect(await publishDueArticles(database.db, desk.now)).toBe(0);
    expect(await found()).toEqual(places.map(() => false));
    desk.now = later(1);
    expect(await found()).toEqual(places.map(() => true));
    expect(await publishDueArticles(database.db, desk.now)).toBe(1);
    expect(await publishDueArticles(database.db, desk.now)).toBe(0);
    expect(await actions()).toEqual(['article.created', 'article.scheduled', 'article.went-live']);
    expect(await (await desk.app.request('/feeds/news/business.json')).text()).not.toContain('summer-parade');
  });

  it('keeps what goes live at its time apart from what is still being written', async () => {
    const id = uuidv7();
    await save(desk.stella, id);
    await publish(id, 1, later(60));
    await save(desk.stella, id, { version: 1, title: 'Half a thou' });
    desk.now = later(61);
    expect((await answerOf<{ title: string }>(await desk.visitor.get('/api/articles/summer-parade'))).title).toBe(
      'Summer parade',
    );
  });

  it('becomes a draft again, then may be deleted, and keeps its date when shown once more', async () => {
    const id = uuidv7();
    const firstShown = desk.now.toISOString();
    await save(desk.stella, id);
    await publish(id, 1);
    desk.now = later(60);
    const refusal = await problemOf(await desk.stella.write('DELETE', path(id)));
    expect(refusal).toMatchObject({
      status: 409,
      message: 'Only drafts can be deleted. Please unpublish this article first.',
    });
    expect(await answerOf(await desk.stella.post(path(id, '/unpublish'), { body: { version: 1 } }))).toMatchObject({
      state: 'draft',
    });
    expect(await seen('summer-parade')).toBe(404);
    expect((await desk.stella.post(path(id, '/unpublish'), { body: { version: 1 } })).status).toBe(409);
    expect(await answerOf(await publish(id, 1))).toMatchObject({ publishAt: firstShown });
    await desk.stella.post(path(id, '/unpublish'), { body: { version: 1 } });
    expect((await desk.stella.write('DELETE', path(id))).status).toBe(200);
    expect((await desk.stella.get(path(id))).status).toBe(404);
    expect((await actions()).slice(-2)).toEqual(['article.unpublished', 'article.deleted']);
  });

  it('refuses a past time, a time for what is shown already, an old version and what is not complete', async () => {
    const id = uuidv7();
    await save(desk.stella, id, { title: '', imageUrl: '/media/u/a.10x10.webp' });
    expect(await problemOf(await publish(id, 1))).toMatchObject({
      status: 422,
      fields: { title: 'Please give the article a title.', imageAlt: 'Please say what the picture shows.' },
    });
    await save(desk.stella, id, { version: 1 });
    expect((await publish(id, 1)).status).toBe(409);
    expect((await problemOf(await publish(id, 2, later(-1)))).fields).toEqual({
      publishAt: 'Please choose a time that is still to come.',
    });
    expect((await desk.stella.post(path(id, '/publish'), { body: { version: 2, publishAt: 'soon' } })).status).toBe(
      422,
    );
    await publish(id, 2);
    expect((await publish(id, 2, later(9))).status).toBe(422);
  });
});

describe('versions', () => {
  it('brings an earlier one back as the newest, for readers once published', async () => {
    const stored = await anArticle(database.db, { slug: 'old-one', title: 'Imported', content: '<p>First</p>' });
    const { id } = stored;
    await save(desk.stella, id, { version: 1, title: 'Changed', content: '<p>Second</p>' });
    await publish(id, 2);
    const list = await answerOf<ArticleRevision[]>(await desk.stella.get(path(id, '/revisions')));
    expect(list.map(({ version, kind }) => [version, kind])).toEqual([
      [2, 'published'],
      [1, 'published'],
    ]);
    expect(await answerOf(await desk.stella.get(path(id, '/revisions/1')))).toMatchObject({
      fields: { content: '<p>First</p>' },
    });
    expect((await desk.stella.post(path(id, '/revisions/1/restore'), { body: { version: 1 } })).status).toBe(409);
    const restored = await answerOf<StaffArticle>(
      await desk.stella.post(path(id, '/revisions/1/restore'), { body: { version: 2 } }),
    );
    expect(restored).toMatchObject({ version: 3, shownVersion: 2, fields: { title: 'Imported' } });
    const shown = await answerOf<{ title: string }>(await desk.visitor.get('/api/articles/old-one'));
    expect(shown.title).toBe('Changed');
    const back = await answerOf<StaffArticle>(
      await desk.stella.post(path(id, '/revisions/2/restore'), { body: { version: 3 } }),
    );
    expect(back).toMatchObject({ version: 4, shownVersion: 4 });
    expect((await desk.stella.get(path(id, '/revisions/99'))).status).toBe(404);
  });
});

describe('addresses', () => {
  it('redirects those that readers have seen, and gives none of them to another', async () => {
    const id = uuidv7();
    await save(desk.stella, id);
    await publish(id, 1);
    const change = (slug: string, of = id) => desk.stella.write('PUT', path(of, '/slug'), { body: { slug } });
    expect(await answerOf(await change('big-parade'))).toMatchObject({ slug: 'big-parade' });
    const moved = await desk.visitor.get('/api/articles/summer-parade');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/api/articles/big-parade']);
    const other = uuidv7();
    expect((await save(desk.stella, other)).slug).toBe('summer-parade-2');
    expect(await problemOf(await change('summer-parade', other))).toMatchObject({
      status: 409,
      fields: { slug: expect.any(String) },
    });
    expect((await change('Not A Slug')).status).toBe(422);
    expect(await answerOf(await change('summer-parade'))).toMatchObject({ slug: 'summer-parade' });
    expect(await seen('summer-parade')).toBe(200);
    expect((await desk.visitor.get('/api/articles/big-parade')).status).toBe(301);
  });
});

describe('previews', () => {
  it('shows what the editor holds to whoever has the link, until it expires', async () => {
    const id = uuidv7();
    await save(desk.stella, id, { content: '<p>Secret</p>' });
    const link = await answerOf<{ path: string; expiresAt: string }>(await desk.stella.get(path(id, '/preview')));
    const token = new URLSearchParams(link.path.split('?')[1]).get('token') ?? '';
    const preview = () => desk.visitor.get(`/api/article-previews/${token}`);
    expect(await answerOf(await preview())).toMatchObject({
      article: { title: 'Summer parade', content: '<p>Secret</p>' },
    });
    expect((await preview()).headers.get('x-content-tags')).toBeNull();
    const forged = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const wrong of [forged, 'x', token.slice(0, -4)]) {
      expect((await desk.visitor.get(`/api/article-previews/${wrong}`)).status).toBe(404);
    }
    desk.now = later(7 * 24 * 60);
    expect(await problemOf(await preview())).toMatchObject({
      status: 404,
      message: 'This preview link has expired. Please ask for a new one.',
    });
    expect((await desk.stella.get(path(uuidv7(), '/preview'))).status).toBe(404);
  });
});
