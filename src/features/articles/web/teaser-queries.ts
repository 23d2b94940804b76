/** Apart from the queries of the news page: the home page need not load those. */
import { shortText } from '#shared/short-text.ts';
import { endpointPartQuery } from '#web/api-client/endpoint-query.ts';
import { type ArticleSummary, getMoreArticles, listArticles } from '../contract.ts';

/** Two lines of a teaser hold about this many letters where it is narrowest. */
const teaserLength = 90;

/** The parts of an article that a teaser shows. */
const teaserFacts = ({ slug, title, excerpt, imageUrl, focus, category, createdAt }: ArticleSummary) => ({
  slug,
  title,
  excerpt: shortText(excerpt, teaserLength),
  imageUrl,
  focus,
  category,
  createdAt,
});
export type ArticleTeaser = ReturnType<typeof teaserFacts>;

const newestOnHome = 3;

/** The newest articles, for the home page. */
export const newestArticlesQuery = endpointPartQuery(listArticles, { query: { limit: newestOnHome } }, (articles) =>
  articles.map(teaserFacts),
);

export const moreArticlesQuery = (slug: string) =>
  endpointPartQuery(getMoreArticles, { params: { slug } }, ({ next, related }) => ({
    next: next && teaserFacts(next),
    related: related.map(teaserFacts),
  }));
