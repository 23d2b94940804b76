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
  focusX: articles.focusX,
  focusY: articles.focusY,
  category: articles.category,
  publishAt: articles.publishAt,
  author: articles.author,
  published: articles.published,
};

/** The condition for articles that readers may see: published, and not scheduled for later. */
export const isLive = (now: Date) => and(eq(articles.published, true), lte(articles.publishAt, now)) ?? sql`false`;

type SummaryRow = Omit<ArticleSummary, 'createdAt' | 'focus'> & {
  publishAt: Date | null;
  focusX: number | null;
  focusY: number | null;
};

export function toSummary({ publishAt, focusX, focusY, ...row }: SummaryRow): ArticleSummary {
  return { ...row, focus: toFocus({ focusX, focusY }), createdAt: (publishAt ?? new Date(0)).toISOString() };
}

export function toFocus({ focusX, focusY }: { focusX: number | null; focusY: number | null }): [number, number] | null {
  return focusX === null || focusY === null ? null : [focusX, focusY];
}
