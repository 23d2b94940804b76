import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { businessCount } from '#features/businesses/result-count.ts';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { Link } from '#web/router/link.tsx';
import { CategoryGlyph } from '#web/ui/category-glyph.tsx';
import { LoadingList, Skeleton } from '#web/ui/skeleton.tsx';
import { columnsFor } from '../columns-for.ts';

const placeholders = 6;

const middleColumns = { 2: '[--columns:2]', 3: '[--columns:3]' };
const wideColumns = { 3: 'lg:[--columns:3]', 4: 'lg:[--columns:4]', 5: 'lg:[--columns:5]' };

/** Cards in full rows whatever their number; a list on a phone. */
const gridClass = (count: number) =>
  clsx(
    'category-cards fill-rows mt-4 sm:mt-6',
    middleColumns[columnsFor(count, [3, 2])],
    wideColumns[columnsFor(count, [5, 4, 3])],
  );

export function CategoryGrid() {
  const { data, isError } = useQuery(categoriesQuery);
  if (data === undefined) {
    if (isError)
      return <p className="mt-6 text-ink-soft">We could not load the categories. Reload the page to try again.</p>;
    return (
      <LoadingList count={placeholders} label="Loading categories" className={gridClass(placeholders)}>
        <Skeleton className="h-12 rounded-card sm:h-44" />
      </LoadingList>
    );
  }
  return (
    <ul className={gridClass(data.length)}>
      {data.map((category) => (
        <li key={category.slug}>
          <Link to={`/category/${category.slug}`} className={`category-card group tint-${category.color}`}>
            <span className="category-glyph tint-fill">
              <CategoryGlyph icon={category.icon} className="size-7 sm:size-10" />
            </span>
            <span className="category-name">{category.name}</span>
            <span className="numbers text-14 text-ink-soft">{businessCount(category.businessCount)}</span>
            <span className="category-browse">
              <span className="max-sm:sr-only">Browse </span>
              <span aria-hidden="true">→</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
