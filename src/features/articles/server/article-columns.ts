import { and, eq, lte, sql } from 'drizzle-orm';
import { articles } from '#server/db/schema/index.ts';
import type { ArticleSummary } from '../contract.ts';

export const summaryColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  excerpt: articles.excerpt,
  imageUrl: articles.imageUrl,
  imageAlt: articles.imageAlt,
  category: articles.category,
  publishAt: articles.publishAt,
  author: articles.author,
  published: articles.published,
};

/** What readers may see: published, and not scheduled for later. */
export const isLive = (now: Date) => and(eq(articles.published, true), lte(articles.publishAt, now)) ?? sql`false`;

type SummaryRow = Omit<ArticleSummary, 'createdAt'> & { publishAt: Date | null };

export function toSummary({ publishAt, ...row }: SummaryRow): ArticleSummary {
  return { ...row, createdAt: (publishAt ?? new Date(0)).toISOString() };
}
