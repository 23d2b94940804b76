import * as z from 'zod/mini';
import { articleCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';

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

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/articles',
  who: 'anyone',
  summary: 'Published articles, newest first. Headers X-Total-Count and Link rel="next"',
  query: z.object({
    /** Accepted but without effect: only published articles are listed here. */
    published: z.optional(z.enum(['true', 'false'])),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 24),
    cursor: z.optional(z.string().check(z.maxLength(120))),
  }),
  answer: z.array(ArticleSummary),
  problems: [],
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
