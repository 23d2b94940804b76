import { isoWithOffset } from '#shared/dates.ts';
import { JsonLd, type JsonLdNode } from '#web/seo/json-ld.tsx';
import { publisherNode } from '#web/seo/site-node.ts';
import { absoluteUrl, type SeoTown } from '#web/seo/town.ts';
import type { Article } from '../contract.ts';

/** Google shows at most this much of a headline. */
const maxHeadlineLength = 110;

export function articleNode(article: Article, town: SeoTown): JsonLdNode {
  const url = absoluteUrl(town, `/news/${article.slug}`);
  return {
    '@type': article.category === 'news' ? 'NewsArticle' : 'Article',
    '@id': `${url}#article`,
    headline: article.title.slice(0, maxHeadlineLength),
    description: article.excerpt || undefined,
    url,
    mainEntityOfPage: url,
    image: [absoluteUrl(town, article.imageUrl ?? `/og/article/${article.slug}.png`)],
    datePublished: isoWithOffset(article.createdAt, town.timeZone),
    dateModified: isoWithOffset(article.updatedAt, town.timeZone),
    author:
      article.author === null
        ? publisherNode(town)
        : { '@type': 'Person', name: article.author, url: absoluteUrl(town, '/news') },
    publisher: publisherNode(town),
    articleSection: article.category,
    inLanguage: town.language,
  };
}

/** Structured data of an article's own page. */
export function ArticleJsonLd({ article, city }: { article: Article; city: SeoTown }) {
  return <JsonLd data={import.meta.env.SSR ? articleNode(article, city) : null} />;
}
