import * as z from 'zod/mini';
import { articleCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';
import { monthPattern } from '#shared/month.ts';

export const ArticleSummary = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  imageUrl: z.nullable(z.string()),
  imageAlt: z.nullable(z.string()),
  /**
   * The part of the picture that stays visible, in percent from the left and the top; null means the middle.
   */
  focus: z.nullable(z.tuple([z.number(), z.number()])),
  category: z.enum(articleCategories),
  /** ISO 8601. For readers: the time at which the article went live. */
  createdAt: z.string(),
  author: z.nullable(z.string()),
  published: z.boolean(),
});
export type ArticleSummary = z.infer<typeof ArticleSummary>;

export const Article = z.extend(ArticleSummary, {
  /** Cleaned HTML */
  content: z.string(),
  imageCaption: z.nullable(z.string()),
  updatedAt: z.string(),
});
export type Article = z.infer<typeof Article>;

/** Narrows the list to a category and to a month of the city's calendar, '2026-07'. */
const ArticleFilter = z.object({
  category: z.optional(z.enum(articleCategories)),
  month: z.optional(z.string().check(z.regex(monthPattern))),
});

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/articles',
  who: 'anyone',
  summary:
    'Published articles, newest first, of a category and a month if asked. Headers X-Total-Count and Link rel="next"',
  query: z.extend(ArticleFilter, {
    /** Accepted but without effect: only published articles are listed here. */
    published: z.optional(z.enum(['true', 'false'])),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 24),
    cursor: z.optional(z.string().check(z.maxLength(120))),
  }),
  answer: z.array(ArticleSummary),
  problems: [],
});

/** The newest months with articles. */
export const maxNewsMonths = 120;

export const countArticles = endpoint({
  method: 'GET',
  path: '/api/article-counts',
  who: 'anyone',
  summary:
    'How many published articles each choice of the news page has: by category within the given month, by month within the given category, newest month first',
  query: ArticleFilter,
  answer: z.object({
    /** All articles of the given month. */
    total: z.int(),
    categories: z.array(z.object({ category: z.enum(articleCategories), count: z.int() })),
    months: z.array(z.object({ month: z.string(), count: z.int() })),
  }),
  problems: [],
});

export const getMoreArticles = endpoint({
  method: 'GET',
  path: '/api/articles/{slug}/more',
  who: 'anyone',
  summary:
    'What to read after an article: the one published before it, and the newest others, those of its category first',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  answer: z.object({ next: z.nullable(ArticleSummary), related: z.array(ArticleSummary) }),
  problems: ['not_found'],
});

export const getArticle = endpoint({
  method: 'GET',
  path: '/api/articles/{slug}',
  who: 'anyone',
  summary: 'One published article',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  answer: Article,
  problems: ['not_found', 'moved'],
});

export const previewArticle = endpoint({
  method: 'GET',
  path: '/api/article-previews/{token}',
  who: 'anyone',
  summary: 'An article that need not be published, for whoever was sent its link',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: z.object({ article: Article, expiresAt: z.string() }),
  problems: ['not_found'],
});
