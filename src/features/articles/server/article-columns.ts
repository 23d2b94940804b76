import { and, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { articles } from '#server/db/schema/index.ts';
import { addMonths, startOfMonth } from '#shared/dates.ts';
import type { ArticleSummary } from '../contract.ts';
import type { NewsFilter } from '../news-filter.ts';

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

export interface ArticleFilter extends NewsFilter {
  /** The city's: it says where a month begins. */
  timeZone: string;
}

/** The condition for articles of a category and of a month in the city; none for what is not asked. */
export const inFilter = ({ category, month, timeZone }: ArticleFilter) =>
  and(
    category === undefined ? undefined : eq(articles.category, category),
    month === undefined
      ? undefined
      : and(
          gte(articles.publishAt, startOfMonth(month, timeZone)),
          lt(articles.publishAt, startOfMonth(addMonths(month, 1), timeZone)),
        ),
  );

/** As the indexes have it: without 'nulls last' PostgreSQL would read and sort all articles. */
export const newestFirst = [sql`${articles.publishAt} desc nulls last`, desc(articles.id)];

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
