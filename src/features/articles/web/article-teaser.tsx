import { clsx } from 'clsx';
import { formatDate } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';
import { farClass } from '#web/ui/far-picture.ts';
import { Picture } from '#web/ui/picture.tsx';
import { articleCategoryLabels } from './article-labels.ts';
import type { ArticleTeaser } from './teaser-queries.ts';

interface ArticleTeasersProps {
  articles: readonly ArticleTeaser[];
  timeZone: string;
  /** On a large screen the first one stands above the others. */
  leadsWithFirst?: boolean;
}

/** Articles beside each other, with their pictures; in rows on a phone. Any number of them fills its rows. */
export function ArticleTeasers({ articles, timeZone, leadsWithFirst = false }: ArticleTeasersProps) {
  return (
    <ul className={clsx('teasers', leadsWithFirst && 'has-lead')}>
      {articles.map((article) => (
        <li key={article.slug}>
          <ArticleTeaserCard article={article} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  );
}

function ArticleTeaserCard({ article, timeZone }: { article: ArticleTeaser; timeZone: string }) {
  const { slug, title, excerpt, imageUrl, focus, category, createdAt } = article;
  return (
    <article className={clsx('teaser linked-card', imageUrl && 'has-picture')}>
      {imageUrl ? (
        <div className={clsx('teaser-frame', farClass)}>
          <Picture
            src={imageUrl}
            alt=""
            focus={focus}
            sizes="(min-width: 64rem) 50vw, (min-width: 40rem) 33vw, 112px"
            className="dims"
          />
        </div>
      ) : null}
      <div className="teaser-words">
        <p className="numbers text-14 text-ink-soft">
          {articleCategoryLabels[category].label} · <time dateTime={createdAt}>{formatDate(createdAt, timeZone)}</time>
        </p>
        <h3 className="teaser-title">
          <Link to={`/news/${slug}`} className="card-link">
            {title}
          </Link>
        </h3>
        {excerpt ? <p className="teaser-excerpt">{excerpt}</p> : null}
      </div>
    </article>
  );
}
