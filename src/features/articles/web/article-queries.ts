import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { nextCursor, totalCount } from '#web/api-client/list-headers.ts';
import { type ArticleSummary, countArticles, getArticle, listArticles } from '../contract.ts';
import type { NewsFilter } from '../news-filter.ts';

interface ArticlePage {
  articles: ArticleSummary[];
  total: number;
  nextCursor: string | null;
}

/** Leaves out what was not chosen: an address has no empty parameters. */
const chosen = ({ category, month }: NewsFilter) => ({ ...(category && { category }), ...(month && { month }) });

export const articleListQuery = (filter: NewsFilter) =>
  infiniteQueryOptions({
    queryKey: [listArticles.path + queryString({ published: 'true', ...chosen(filter) }), 'pages'],
    initialPageParam: null as string | null,
    getNextPageParam: (last: ArticlePage) => last.nextCursor,
    queryFn: async ({ client, pageParam }): Promise<ArticlePage> => {
      const { answer, headers } = await callApi(client, listArticles, {
        query: { published: 'true' as const, ...chosen(filter), ...(pageParam ? { cursor: pageParam } : {}) },
      });
      return { articles: answer, total: totalCount(headers, answer.length), nextCursor: nextCursor(headers) };
    },
  });

export const articleCountsQuery = (filter: NewsFilter) => endpointQuery(countArticles, { query: chosen(filter) });

export const articleQuery = (slug: string) => endpointQuery(getArticle, { params: { slug } });
