import { Link } from 'react-router';
import { formatDate } from '#shared/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { ArticleSummary } from '../contract.ts';
import { articleCategoryLabels } from './article-labels.ts';

export function ArticleCard({
  article,
  timeZone,
  priority,
}: {
  article: ArticleSummary;
  timeZone: string;
  priority?: boolean;
}) {
  const category = articleCategoryLabels[article.category];
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-card shadow-card transition-shadow hover:shadow-lift">
      {article.imageUrl ? (
        <Picture
          src={article.imageUrl}
          alt={article.imageAlt ?? ''}
          focus={article.focus}
          sizes="(min-width: 64rem) 370px, (min-width: 40rem) 50vw, 100vw"
          priority={priority ?? false}
          className="aspect-[16/10] w-full object-cover"
        />
      ) : null}
      <div className="flex flex-1 flex-col p-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-soft">
          <Badge tint={category.tint}>{category.label}</Badge>
          <time dateTime={article.createdAt} className="numbers">
            {formatDate(article.createdAt, timeZone)}
          </time>
        </p>
        <h3 className="mt-3 text-21">{article.title}</h3>
        <p className="mt-2 line-clamp-3 text-16 text-ink-soft">{article.excerpt}</p>
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
