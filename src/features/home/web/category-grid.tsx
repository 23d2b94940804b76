import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { businessCount } from '#features/businesses/result-count.ts';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { CategoryGlyph } from '#web/ui/category-glyph.tsx';
import { LoadingList, Skeleton } from '#web/ui/skeleton.tsx';

const gridClass = 'mt-6 tile-columns gap-3 [--columns:2] sm:gap-4 md:[--columns:3] lg:[--columns:5]';
const placeholders = 6;

export function CategoryGrid() {
  const { data, isError } = useQuery(categoriesQuery);
  if (data === undefined) {
    if (isError) return <p className="mt-6 text-ink-soft">Failed to fetch categories</p>;
    return (
      <LoadingList count={placeholders} label="Loading categories" className={gridClass}>
        <Skeleton className="h-44 rounded-card" />
      </LoadingList>
    );
  }
  return (
    <ul className={gridClass}>
      {data.map((category) => (
        <li key={category.slug}>
          <Link
            to={`/category/${category.slug}`}
            className={`tint-${category.color} group flex h-full flex-col rounded-card border border-line bg-card p-4 wrap-anywhere text-ink no-underline shadow-card transition-shadow hover:shadow-lift sm:p-5`}
          >
            <span className="tint-fill grid size-14 place-items-center rounded-full">
              <CategoryGlyph icon={category.icon} className="size-10" />
            </span>
            <span className="mt-3 font-display text-18 leading-tight font-semibold">{category.name}</span>
            <span className="numbers mt-1 text-14 text-ink-soft">{businessCount(category.businessCount)}</span>
            <span className="mt-auto pt-3 text-14 font-semibold text-link group-hover:underline">
              Browse <span aria-hidden="true">→</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
