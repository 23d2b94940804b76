import { clsx } from 'clsx';
import { formatDate } from '#shared/dates.ts';
import { shortText } from '#shared/short-text.ts';
import { Link } from '#web/router/link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { farClass } from '#web/ui/far-picture.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { ArticleSummary } from '../contract.ts';
import { articleCategoryLabels } from './article-labels.ts';

/** Three lines of a card hold about this many letters where it is narrowest. */
const excerptLength = 115;

export function ArticleCard({
  article,
  timeZone,
  isLead = false,
}: {
  article: ArticleSummary;
  timeZone: string;
  /** The first of a list: larger, its picture loaded at once. */
  isLead?: boolean;
}) {
  const category = articleCategoryLabels[article.category];
  return (
    <article
      className={clsx(
        'article-card relative h-full overflow-hidden rounded-card border border-line bg-card shadow-card transition-shadow hover:shadow-lift',
        isLead && 'is-lead',
      )}
    >
      {article.imageUrl ? (
        <div className={clsx('article-frame', !isLead && farClass)}>
          <Picture
            src={article.imageUrl}
            alt={article.imageAlt ?? ''}
            focus={article.focus}
            sizes="(min-width: 64rem) 370px, (min-width: 40rem) 50vw, 100vw"
            priority={isLead ? 'low' : undefined}
            className="dims"
          />
        </div>
      ) : null}
      <div className="flex flex-1 flex-col p-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-soft">
          <Badge tint={category.tint}>{category.label}</Badge>
          <time dateTime={article.createdAt} className="numbers">
            {formatDate(article.createdAt, timeZone)}
          </time>
        </p>
        <h3 className="mt-3">{article.title}</h3>
        <p className="mt-2 text-16 text-ink-soft">
          {isLead ? article.excerpt : shortText(article.excerpt, excerptLength)}
        </p>
        <p className="mt-auto pt-4">
          <Link
            to={`/news/${article.slug}`}
            className="inline-flex min-h-11 items-center font-semibold after:absolute after:inset-0"
          >
            Read More<span className="sr-only">: {article.title}</span>
          </Link>
        </p>
      </div>
    </article>
  );
}

export function ArticleCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-card">
      <Skeleton className="aspect-[16/10] rounded-none" />
      <div className="p-5">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="mt-3 h-7" />
        <Skeleton className="mt-3 h-16" />
      </div>
    </div>
  );
}
