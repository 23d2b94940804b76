import type { ReactNode } from 'react';
import { formatDate } from '#shared/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CleanHtml } from '#web/ui/clean-html.tsx';
import { Container } from '#web/ui/layout.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Article } from '../contract.ts';
import { articleCategoryLabels } from './article-labels.ts';

/** An article as readers see it; the preview shows the same. */
export function ArticleView({
  article,
  timeZone,
  children,
}: {
  article: Article;
  timeZone: string;
  /** Stands at the end of the text. */
  children?: ReactNode;
}) {
  const category = articleCategoryLabels[article.category];
  return (
    <Container className="py-8 lg:py-14">
      <article className="mx-auto max-w-[40rem]">
        <ButtonLink to="/news" look="quiet" className="-ml-5">
          Back to News
        </ButtonLink>
        <p className="mt-4 flex flex-wrap items-center gap-3 text-16 text-ink-soft">
          <Badge tint={category.tint}>{category.label}</Badge>
          <time dateTime={article.createdAt} className="numbers">
            {formatDate(article.createdAt, timeZone)}
          </time>
          {article.author ? <span>By {article.author}</span> : null}
        </p>
        <h1 className="mt-3 text-34 lg:text-46">{article.title}</h1>
        {article.excerpt ? <p className="mt-4 text-18 text-ink-soft lg:text-21">{article.excerpt}</p> : null}
        {article.imageUrl ? (
          <figure className="mt-8">
            <Picture
              src={article.imageUrl}
              alt={article.imageAlt ?? ''}
              focus={article.focus}
              sizes="(min-width: 44rem) 40rem, 100vw"
              priority="high"
              className="dims max-h-[32rem] w-full rounded-card object-cover"
            />
            {article.imageCaption ? (
              <figcaption className="mt-2 text-14 text-ink-soft">{article.imageCaption}</figcaption>
            ) : null}
          </figure>
        ) : null}
        {article.content ? (
          <CleanHtml html={article.content} className="mt-8 lg:text-18" />
        ) : (
          <p className="mt-8">Article content is not available.</p>
        )}
        {children}
      </article>
    </Container>
  );
}
