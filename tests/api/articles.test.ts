import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { Article, ArticleSummary } from '#features/articles/contract.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const now = new Date('2026-07-05T00:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
let visitor: TestBrowser;
beforeEach(() => {
  visitor = new TestBrowser(createApi(testServices(database, { now: () => now })));
});

it('lists what is live, newest first, whatever `published` says', async () => {
  await anArticle(database.db, { slug: 'old', publishAt: daysAgo(9) });
  await anArticle(database.db, { slug: 'new', publishAt: daysAgo(0) });
  await anArticle(database.db, { slug: 'scheduled', publishAt: daysAgo(-1) });
  await anArticle(database.db, { slug: 'draft', published: false, publishAt: daysAgo(3) });
  await anArticle(database.db, { slug: 'without a date', publishAt: null });
  for (const query of ['', '?published=true', '?published=false']) {
    const response = await visitor.get(`/api/articles${query}`);
    const list = (await response.json()) as ArticleSummary[];
    expect(list.map((article) => article.slug)).toEqual(['new', 'old']);
    expect(response.headers.get('x-total-count')).toBe('2');
    expect(response.headers.get('link')).toBeNull();
  }
});

it('goes on from the Link header until everything was listed once', async () => {
  for (let n = 0; n < 5; n++) await anArticle(database.db, { publishAt: daysAgo(n < 3 ? 1 : n) });
  const seen: string[] = [];
  let path: string | undefined = '/api/articles?limit=2';
  while (path) {
    const response = await visitor.get(path);
    seen.push(...((await response.json()) as ArticleSummary[]).map((article) => article.slug));
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
});

it('refuses a limit or cursor that cannot be', async () => {
  for (const query of ['limit=0', 'limit=101', 'cursor=1', 'published=maybe']) {
    const refusal = await problemOf(await visitor.get(`/api/articles?${query}`));
    expect(refusal, query).toMatchObject({ status: 400, code: 'bad_request' });
  }
});

it('answers one article whole, its text cleaned', async () => {
  const stored = await anArticle(database.db, {
    slug: 'creek',
    title: 'The creek is back',
    excerpt: 'Rain at last.',
    content: '<h1>Rain</h1><p>At <a href="javascript:x()">last</a>.</p><iframe src="https://x.example"></iframe>',
    imageUrl: '/media/city/creek.1500x940.webp',
    imageAlt: 'The creek',
    imageCaption: 'On Monday',
    author: 'Rosa M.',
    category: 'community',
    publishAt: daysAgo(2),
  });
  const article = (await (await visitor.get('/api/articles/creek')).json()) as Article;
  expect(article).toEqual({
    id: stored.id,
    slug: 'creek',
    title: 'The creek is back',
    excerpt: 'Rain at last.',
    content: '<h2>Rain</h2><p>At <a>last</a>.</p>',
    imageUrl: '/media/city/creek.1500x940.webp',
    imageAlt: 'The creek',
    imageCaption: 'On Monday',
    focus: null,
    author: 'Rosa M.',
    category: 'community',
    published: true,
    createdAt: daysAgo(2).toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  });
});

it('does not find drafts, scheduled and unknown ones', async () => {
  await anArticle(database.db, { slug: 'scheduled', publishAt: daysAgo(-1) });
  await anArticle(database.db, { slug: 'draft', published: false });
  for (const slug of ['scheduled', 'draft', 'nothing', 'x'.repeat(300), '%00', "'"]) {
    const refusal = await problemOf(await visitor.get(`/api/articles/${encodeURIComponent(slug)}`));
    expect(refusal, slug).toMatchObject({ status: 404, code: 'not_found' });
  }
});

it('narrows the list to a category and to a month of the city, and counts each choice', async () => {
  // 04:59 UTC on July 1 is still June in Chicago, 05:00 is July.
  await anArticle(database.db, { slug: 'june', category: 'business', publishAt: new Date('2026-07-01T04:59:59Z') });
  await anArticle(database.db, { slug: 'july', category: 'business', publishAt: new Date('2026-07-01T05:00:00Z') });
  await anArticle(database.db, { slug: 'other', category: 'events', publishAt: daysAgo(1) });
  await anArticle(database.db, { slug: 'later', category: 'business', publishAt: daysAgo(-1) });
  const slugs = async (query: string) => {
    const response = await visitor.get(`/api/articles?${query}`);
    const list = (await response.json()) as ArticleSummary[];
    expect(response.headers.get('x-total-count')).toBe(String(list.length));
    return list.map((article) => article.slug);
  };
  expect(await slugs('category=business')).toEqual(['july', 'june']);
  expect(await slugs('month=2026-07')).toEqual(['other', 'july']);
  expect(await slugs('month=2026-06')).toEqual(['june']);
  expect(await slugs('category=events&month=2026-06')).toEqual([]);
  const counts = await (await visitor.get('/api/article-counts?category=business&month=2026-07')).json();
  expect(counts).toEqual({
    total: 2,
    categories: [
      { category: 'news', count: 0 },
      { category: 'community', count: 0 },
      { category: 'business', count: 1 },
      { category: 'events', count: 1 },
    ],
    months: [
      { month: '2026-07', count: 1 },
      { month: '2026-06', count: 1 },
    ],
  });
  const next = await visitor.get('/api/articles?category=business&month=2026-07&limit=1');
  expect(next.headers.get('link')).toBeNull();
  for (const query of ['category=rumors', 'month=2026-13', 'month=26-07']) {
    expect(await problemOf(await visitor.get(`/api/articles?${query}`)), query).toMatchObject({ status: 400 });
  }
});

it('a further page keeps the category', async () => {
  for (let n = 0; n < 3; n++) await anArticle(database.db, { category: 'events', publishAt: daysAgo(n + 1) });
  const response = await visitor.get('/api/articles?category=events&limit=2');
  expect(response.headers.get('link')).toContain('category=events');
});

it('names the story before an article and others, those of its category first, each once', async () => {
  await anArticle(database.db, { slug: 'first', category: 'news', publishAt: daysAgo(1) });
  await anArticle(database.db, { slug: 'this', category: 'business', publishAt: daysAgo(2) });
  await anArticle(database.db, { slug: 'before', category: 'business', publishAt: daysAgo(3) });
  await anArticle(database.db, { slug: 'alike', category: 'business', publishAt: daysAgo(9) });
  await anArticle(database.db, { slug: 'second', category: 'events', publishAt: daysAgo(4) });
  await anArticle(database.db, { slug: 'third', category: 'events', publishAt: daysAgo(5) });
  await anArticle(database.db, { slug: 'draft', category: 'business', published: false, publishAt: daysAgo(1) });
  const more = async (slug: string) => {
    const answer = (await (await visitor.get(`/api/articles/${slug}/more`)).json()) as {
      next: ArticleSummary | null;
      related: ArticleSummary[];
    };
    return { next: answer.next?.slug ?? null, related: answer.related.map((article) => article.slug) };
  };
  expect(await more('this')).toEqual({ next: 'before', related: ['alike', 'first', 'second'] });
  expect(await more('alike')).toEqual({ next: null, related: ['this', 'before', 'first'] });
  for (const slug of ['draft', 'never-written']) {
    expect(await problemOf(await visitor.get(`/api/articles/${slug}/more`))).toMatchObject({ status: 404 });
  }
});
