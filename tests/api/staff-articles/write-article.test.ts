/** Staff write articles: drafts, conflicting saves, versions, refusals, and the list. */
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { ArticleRevision, StaffArticleRow } from '#features/articles/staff-contract.ts';
import { articles } from '#server/db/schema/index.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { articleDesk, path, put, save } from '#tests/support/article-desk.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const desk = articleDesk();
const { database, later, read, publish, actions, seen } = desk;

describe('writing', () => {
  it('makes a draft that nobody else sees, cleaned, with a slug that follows its title', async () => {
    const id = uuidv7();
    const made = await save(desk.stella, id, {
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
    expect(await save(desk.stella, id, { title: 'Another day', version: 1 })).toMatchObject({
      slug: 'another-day',
      version: 2,
    });
    expect(await actions()).toEqual(['article.created', 'article.edited']);
  });

  it('gives a second article of the same title another slug, and one without words some slug', async () => {
    expect((await save(desk.stella, uuidv7())).slug).toBe('summer-parade');
    expect((await save(desk.stella, uuidv7())).slug).toBe('summer-parade-2');
    expect((await save(desk.stella, uuidv7(), { title: '' })).slug).toBe('article');
  });

  it('takes the same save again, and one whose answer was lost', async () => {
    const id = uuidv7();
    await save(desk.stella, id);
    expect(await save(desk.stella, id, { version: 0 })).toMatchObject({ version: 1 });
    expect(await save(desk.stella, id, { version: 0, title: 'Typed on' })).toMatchObject({ version: 2 });
    expect(await actions()).toEqual(['article.created', 'article.edited']);
  });

  it('keeps autosaves of ten minutes as one version, and those after them as another', async () => {
    const id = uuidv7();
    desk.now = new Date(Math.ceil(desk.start / 600_000) * 600_000);
    await save(desk.stella, id, { kind: 'autosaved' });
    desk.now = later(1);
    await save(desk.stella, id, { kind: 'autosaved', title: 'A', version: 1 });
    desk.now = later(1);
    expect((await save(desk.stella, id, { kind: 'autosaved', title: 'B', version: 2 })).version).toBe(3);
    desk.now = later(9);
    await save(desk.stella, id, { kind: 'autosaved', title: 'C', version: 3 });
    const list = await answerOf<ArticleRevision[]>(await desk.stella.get(path(id, '/revisions')));
    expect(list.map(({ version, title }) => [version, title])).toEqual([
      [4, 'C'],
      [3, 'B'],
    ]);
  });

  it('forgets the oldest autosaves, and none that was published', async () => {
    const id = uuidv7();
    await save(desk.stella, id);
    await publish(id, 1);
    for (let version = 1; version <= 53; version++) {
      desk.now = later(10);
      await save(desk.stella, id, { kind: 'autosaved', title: `No ${version}`, version });
    }
    const list = await answerOf<ArticleRevision[]>(await desk.stella.get(path(id, '/revisions')));
    expect(list.at(-1)).toMatchObject({ version: 1, kind: 'published' });
    expect(list.length).toBeGreaterThanOrEqual(51);
    expect(list.length).toBeLessThan(54);
    expect((await desk.stella.get(path(id, '/revisions/2'))).status).toBe(404);
  });

  it('tells who was first when two write at once, and loses neither', async () => {
    const id = uuidv7();
    await save(desk.stella, id, { editor: 'stella-editor' });
    await save(desk.sam, id, { version: 1, title: 'By Sam', editor: 'sams-editor' });
    const refusal = await problemOf(
      await put(desk.stella, id, { version: 1, title: 'By Stella', editor: 'stella-editor' }),
    );
    expect(refusal).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'sam saved this article while you had it open.',
    });
    expect((await read(id)).fields.title).toBe('By Sam');
    const again = await problemOf(await put(desk.sam, id, { version: 1, editor: 'other-window' }));
    expect(again.message).toBe('You saved this article in another window while you had it open.');
    expect((await save(desk.stella, id, { version: 2, title: 'By Stella', editor: 'stella-editor' })).version).toBe(3);
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
      expect((await put(desk.stella, id, given)).status, JSON.stringify(given).slice(0, 60)).toBe(422);
    }
    expect((await put(desk.stella, id, { content: 'é'.repeat(190_000) })).status).toBe(200);
    expect((await put(desk.stella, id, { content: 'x'.repeat(1_100_000) })).status).toBe(413);
    expect((await put(desk.stella, uuidv7(), { version: 3 })).status).toBe(404);
    expect((await put(desk.stella, 'no-id', {})).status).toBe(404);
  });
});

it('lists all of them, those saved last first, and finds by words and by state', async () => {
  await anArticle(database.db, { title: 'Live', author: 'Rosa', updatedAt: later(-30) });
  await anArticle(database.db, { title: 'Later', publishAt: later(30), updatedAt: later(-20) });
  await anArticle(database.db, { title: 'Draft', published: false, updatedAt: later(-10) });
  const list = async (query: string) =>
    (await answerOf<StaffArticleRow[]>(await desk.stella.get(`/api/staff/articles?${query}`))).map(
      ({ title }) => title,
    );
  expect(await list('')).toEqual(['Draft', 'Later', 'Live']);
  expect(await list('state=scheduled')).toEqual(['Later']);
  expect(await list('state=draft')).toEqual(['Draft']);
  expect(await list('state=published&search=ros')).toEqual(['Live']);
  expect(await list('search=%25')).toEqual([]);
  expect((await desk.stella.get('/api/staff/articles?state=gone')).status).toBe(400);
  for (let n = 0; n < 50; n++) await anArticle(database.db, { updatedAt: later(-60 - n) });
  const first = await desk.stella.get('/api/staff/articles');
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(await answerOf<unknown[]>(await desk.stella.get(next))).toHaveLength(3);
});

it('keeps an article whose author of the last change is gone', async () => {
  const id = uuidv7();
  await save(desk.sam, id);
  await database.pool.query("delete from sessions; delete from audit_log; delete from users where username = 'sam'");
  const [row] = await database.db.select().from(articles).where(eq(articles.id, id));
  expect(row?.savedBy).toBeNull();
});
