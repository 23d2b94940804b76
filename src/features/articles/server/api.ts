import { nextLink, readCursor } from '#server/http/keyset-cursor.ts';
import { serve } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { countArticles, getArticle, getMoreArticles, listArticles, previewArticle } from '../contract.ts';
import { readArticleCounts } from './count-articles.ts';
import { findArticle } from './get-article.ts';
import { readArticles } from './list-articles.ts';
import { readMoreArticles } from './read-more-articles.ts';
import { readPreview } from './read-preview.ts';

export const articlesApi = [
  serve(
    listArticles,
    async ({ query: { limit, cursor, category, month } }, { db, now, city, setHeader }) => {
      const { timeZone } = city.facts;
      const page = await readArticles(db, { now: now(), timeZone, category, month, limit, cursor: readCursor(cursor) });
      setHeader('X-Total-Count', String(page.total));
      if (page.nextCursor !== null) {
        setHeader('Link', nextLink(listArticles.path, { category, month, limit, cursor: page.nextCursor }));
      }
      return page.articles;
    },
    { tags: () => ['articles'] },
  ),
  serve(
    countArticles,
    ({ query }, { db, now, city }) => readArticleCounts(db, { ...query, now: now(), timeZone: city.facts.timeZone }),
    { tags: () => ['articles'] },
  ),
  serve(
    getMoreArticles,
    async ({ params }, { db, now }) => {
      const more = await readMoreArticles(db, params.slug, now());
      if (more === null) throw new Problem('not_found', 'Article not found');
      return more;
    },
    // Any article that comes, changes or goes may be among those shown.
    { tags: () => ['articles'] },
  ),
  serve(
    getArticle,
    async ({ params }, { db, now }) => {
      const article = await findArticle(db, params.slug, now());
      if (article === null) throw new Problem('not_found', 'Article not found');
      if ('redirectTo' in article) {
        throw new Problem('moved', 'This article has a new address.', {
          location: `/api/articles/${article.redirectTo}`,
        });
      }
      return article;
    },
    { tags: (_, answer) => [`article:${answer.id}`] },
  ),
  // No tags: a preview depends on the current time and is never stored.
  serve(previewArticle, ({ params }, { db, now }) => readPreview(db, params.token, now())),
];
