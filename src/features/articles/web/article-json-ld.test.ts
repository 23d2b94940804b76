import { expect, test } from 'vitest';
import { missingFields, town } from '#tests/support/structured-data.ts';
import type { Article } from '../contract.ts';
import { articleNode } from './article-json-ld.tsx';

const article: Article = {
  id: '01890000-0000-7000-8000-000000000004',
  slug: 'new-fountain',
  title: 'A new fountain',
  excerpt: 'It runs.',
  imageUrl: null,
  imageAlt: null,
  focus: null,
  imageCaption: null,
  category: 'news',
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-02T12:00:00.000Z',
  author: 'Ana Ruiz',
  published: true,
  content: '<p>It runs.</p>',
};

/** Google Search Central, "Article (Article, NewsArticle, BlogPosting)": all are recommended, none is required. */
const recommended = ['author.name', 'author.url', 'dateModified', 'datePublished', 'headline', 'image'];

test("Google's recommended fields are there, with and without an author and a picture", () => {
  expect(missingFields(articleNode(article, town), recommended)).toEqual([]);
  expect(missingFields(articleNode({ ...article, author: null, imageUrl: '/media/a.png' }, town), recommended)).toEqual(
    [],
  );
});

test('news is a NewsArticle, everything else an Article', () => {
  expect(articleNode(article, town)['@type']).toBe('NewsArticle');
  expect(articleNode({ ...article, category: 'community' }, town)['@type']).toBe('Article');
});

test('a long headline is cut, times carry their distance from UTC', () => {
  const node = articleNode({ ...article, title: 'x'.repeat(300) }, town);
  expect((node.headline as string).length).toBe(110);
  expect(node.datePublished).toBe('2026-11-01T06:00:00-06:00');
});
