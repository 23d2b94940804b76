/** Follows every column of an article through all places where it goes. A column without an entry here fails by its name. */
import { eq, getTableColumns } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { articles } from '#server/db/schema/index.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import {
  all,
  aPublishingDesk,
  type Fate,
  feedsHave,
  inside,
  missing,
  type PublishingDesk,
  textField,
  undecided,
} from '#tests/support/column-fates.ts';
import { pageHtml } from '#tests/support/render-html.tsx';
import { answerOf } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
type Article = typeof articles.$inferSelect;
let desk: PublishingDesk;
beforeEach(async () => {
  desk = await aPublishingDesk(database);
});

describe('an article', () => {
  const liveAt = new Date('2030-04-30T12:00:00Z');
  const inFeeds = (mark: string) => ({ xml: mark, json: mark });
  const picture = '/media/u/mark.1x1.webp';
  const fates: Record<keyof Article, Fate> = {
    title: textField('title', { feeds: inFeeds('Marktitle') }),
    excerpt: textField('excerpt', { feeds: inFeeds('Markexcerpt') }),
    content: {
      value: '<p>Markcontent</p>',
      form: { content: '<p>Markcontent</p>' },
      answer: { content: '<p>Markcontent</p>' },
      page: 'Markcontent',
      feeds: inFeeds('Markcontent'),
    },
    imageUrl: {
      value: picture,
      form: { imageUrl: picture },
      answer: { imageUrl: picture },
      page: picture,
      feeds: inFeeds(picture),
    },
    imageAlt: textField('imageAlt', { feeds: inFeeds('MarkimageAlt') }),
    imageCaption: textField('imageCaption'),
    focusX: { value: 12, form: { focus: [12, 34] }, answer: { focus: [12, 34] }, page: 'focus-x-10 focus-y-30' },
    focusY: { value: 34, form: { focus: [12, 34] }, answer: { focus: [12, 34] } },
    author: textField('author', { feeds: { json: 'Markauthor' } }),
    category: {
      value: 'community',
      form: { category: 'community' },
      answer: { category: 'community' },
      page: 'Community',
      feeds: inFeeds('community'),
    },
    // The address and the state have calls of their own (tests/api/staff-articles/publish-article.test.ts).
    slug: {
      value: 'mark-slug',
      staff: { slug: 'mark-slug' },
      answer: { slug: 'mark-slug' },
      feeds: inFeeds('/news/mark-slug'),
    },
    slugFixed: { value: true, staff: { slugFixed: true } },
    published: { value: true, staff: { state: 'published' }, answer: { published: true } },
    publishAt: {
      value: liveAt,
      staff: { publishAt: liveAt.toISOString() },
      answer: { createdAt: liveAt.toISOString() },
      page: 'April 30, 2030',
      feeds: { xml: 'Tue, 30 Apr 2030 12:00:00 GMT', json: liveAt.toISOString() },
    },
    liveSince: { value: liveAt },
    firstLiveAt: { value: liveAt, staff: { firstLiveAt: liveAt.toISOString() } },
    version: { value: 4, staff: { version: 4 } },
    shownVersion: { value: 4, staff: { shownVersion: 4 } },
    updatedAt: { value: liveAt, answer: { updatedAt: liveAt.toISOString() } },
    savedBy: inside,
    savedIn: inside,
    id: inside,
    createdAt: inside,
  };
  const written = Object.entries(fates).filter(([, { form }]) => form);
  const marked = () => {
    const values = Object.entries(fates).filter(([, { value }]) => value !== undefined);
    return anArticle(database.db, Object.fromEntries(values.map(([name, { value }]) => [name, value])));
  };
  const empty = {
    ...{ title: 'First', excerpt: '', content: '', imageUrl: null, imageAlt: '', imageCaption: '', focus: null },
    ...{ author: '', category: 'news' },
  };
  const save = (id: string, fields: object, version: number) =>
    desk.staff.write('PUT', `/api/staff/articles/${id}`, { body: { fields, version, editor: 'editor-1' } });

  it('has no column that nobody has decided on', () => {
    expect(undecided(getTableColumns(articles), fates)).toEqual([]);
  });

  it('is read by staff and visitors, shown, and given to readers', async () => {
    const { id } = await marked();
    const { fields, ...status } = await answerOf<Record<string, unknown>>(
      await desk.staff.get(`/api/staff/articles/${id}`),
    );
    expect(fields).toEqual(all(fates, 'form'));
    expect(status).toMatchObject(all(fates, 'staff'));
    const { id: _, ...answer } = await answerOf<Record<string, unknown>>(
      await desk.visitor.get('/api/articles/mark-slug'),
    );
    expect(answer).toEqual(all(fates, 'answer'));
    // Only cards crop the picture.
    const html = (await pageHtml(desk.app, '/news/mark-slug')) + (await pageHtml(desk.app, '/news'));
    expect(
      missing(
        html,
        Object.values(fates).map(({ page }) => page),
      ),
    ).toEqual([]);
    await feedsHave(desk.visitor, fates, { xml: '/feeds/news.xml', json: '/feeds/news.json' });
  });

  it('is stored as the editor says, kept as a version, restored, and published', async () => {
    const id = '01900000-0000-7000-8000-000000000009';
    const fields = all(fates, 'form');
    await answerOf(await save(id, fields, 0));
    const columns = Object.fromEntries(written.map(([name, { value }]) => [name, value]));
    const read = async () => (await database.db.select().from(articles).where(eq(articles.id, id)))[0];
    expect(await read()).toMatchObject(columns);

    await answerOf(await save(id, empty, 1));
    expect(await answerOf(await desk.staff.get(`/api/staff/articles/${id}/revisions/1`))).toMatchObject({ fields });
    await answerOf(await desk.staff.post(`/api/staff/articles/${id}/revisions/1/restore`, { body: { version: 2 } }));
    expect(await read()).toMatchObject(columns);

    await answerOf(await desk.staff.post(`/api/staff/articles/${id}/publish`, { body: { version: 3 } }));
    await answerOf(await save(id, empty, 3));
    expect(await read()).toMatchObject(columns);
    await answerOf(await desk.staff.post(`/api/staff/articles/${id}/publish`, { body: { version: 4 } }));
    expect(await read()).toMatchObject({ title: 'First', content: '', author: null, imageUrl: null, category: 'news' });
  });

  it.each(written.map(([name]) => name))('an edit of %s changes it alone', async (name) => {
    const id = '01900000-0000-7000-8000-000000000009';
    await answerOf(await save(id, empty, 0));
    const [before] = await database.db.select().from(articles).where(eq(articles.id, id));
    await answerOf(await save(id, { ...empty, ...fates[name as keyof Article].form }, 1));
    const [after] = await database.db.select().from(articles).where(eq(articles.id, id));
    const focus = name.startsWith('focus') ? { focusX: 12, focusY: 34 } : {};
    const slug = name === 'title' ? { slug: 'marktitle' } : {};
    const changed = { [name]: fates[name as keyof Article].value, ...focus, ...slug, version: 2, shownVersion: 2 };
    expect(after).toEqual({ ...before, ...changed, updatedAt: after?.updatedAt });
  });
});
