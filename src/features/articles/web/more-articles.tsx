import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from '#web/router/link.tsx';
import { ArticleTeasers } from './article-teaser.tsx';
import { moreArticlesQuery } from './teaser-queries.ts';

/** The story to read next, at the end of an article's text. */
export function NextArticle({ slug }: { slug: string }) {
  const { data } = useQuery(moreArticlesQuery(slug));
  if (!data?.next) return null;
  return (
    <nav aria-label="Next story" className="min-w-0 flex-[1_1_18rem]">
      <Link
        to={`/news/${data.next.slug}`}
        className="group flex min-h-11 items-center justify-between gap-4 rounded-control text-ink no-underline"
      >
        <span className="min-w-0">
          <span className="block text-14 text-ink-soft">Next story</span>
          <span className="font-display text-18 leading-snug font-semibold group-hover:underline">
            {data.next.title}
          </span>
        </span>
        <ArrowRight aria-hidden="true" size={22} className="shrink-0 text-accent" />
      </Link>
    </nav>
  );
}

/** Other stories below an article, those of its category first. Says nothing while there are none. */
export function RelatedArticles({ slug, timeZone }: { slug: string; timeZone: string }) {
  const { data } = useQuery(moreArticlesQuery(slug));
  if (!data || data.related.length === 0) return null;
  return (
    <section aria-labelledby="related-stories">
      <h2 id="related-stories" className="text-26 lg:text-34">
        Related stories
      </h2>
      <ArticleTeasers articles={data.related} timeZone={timeZone} />
    </section>
  );
}
