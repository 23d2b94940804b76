/** The choices of the news page, as its address has them: '/news?category=business&month=2026-07'. */

import { articleCategories } from '#shared/city.ts';
import { queryString } from '#shared/endpoint.ts';
import { monthPattern } from '#shared/month.ts';
import type { ArticleCategory } from './news-feed-path.ts';

export interface NewsFilter {
  category?: ArticleCategory | undefined;
  /** '2026-07' */
  month?: string | undefined;
}

/** Ignores a value that is no category or no month. */
export function readNewsFilter(category: string | null, month: string | null): NewsFilter {
  return {
    category: articleCategories.find((one) => one === category),
    month: month !== null && monthPattern.test(month) ? month : undefined,
  };
}

export const newsPath = ({ category, month }: NewsFilter): string => `/news${queryString({ category, month })}`;
