import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { nextCursor, totalCount } from '#web/api-client/list-headers.ts';
import { type ArticleSummary, getArticle, listArticles } from '../contract.ts';

interface ArticlePage {
  articles: ArticleSummary[];
  total: number;
  nextCursor: string | null;
}

export const articleListQuery = infiniteQueryOptions({
  queryKey: [`${listArticles.path}?published=true`, 'pages'],
  initialPageParam: null as string | null,
  getNextPageParam: (last: ArticlePage) => last.nextCursor,
  queryFn: async ({ client, pageParam }): Promise<ArticlePage> => {
    const { answer, headers } = await callApi(client, listArticles, {
      query: { published: 'true' as const, ...(pageParam ? { cursor: pageParam } : {}) },
    });
    return { articles: answer, total: totalCount(headers, answer.length), nextCursor: nextCursor(headers) };
  },
});

export const articleQuery = (slug: string) => endpointQuery(getArticle, { params: { slug } });
