import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import type { HomeGuide } from '#features/city-guide/contract.ts';
import { farClass } from '#web/ui/far-picture.ts';
import { Picture } from '#web/ui/picture.tsx';
import { TargetLink } from '#web/ui/target-link.tsx';
import { discoverTiles } from '../discover-tiles.ts';

const tileClass =
  'group relative block h-full overflow-hidden rounded-card border border-line bg-card no-underline shadow-card';

export function DiscoverTiles({ discover }: { discover: HomeGuide['discover'] }) {
  const categories = useQuery(categoriesQuery).data;
  const tiles = discoverTiles(discover, categories);
  return (
    <ul className="mt-4 sm:mt-6 tile-columns gap-3 [--columns:2] sm:gap-4 md:[--columns:3]">
      {tiles.map(({ key, label, to }) => {
        const picture = discover.pictures[key];
        return (
          <li key={key}>
            <TargetLink to={to} className={tileClass}>
              {picture ? (
                <span className={clsx('block aspect-[2/1] bg-ground-deep sm:aspect-[3/2]', farClass)}>
                  <Picture
                    {...picture}
                    alt=""
                    sizes="(min-width: 64rem) 370px, (min-width: 48rem) 33vw, 50vw"
                    className="dims size-full object-cover transition-transform duration-200 group-hover:scale-[1.02]"
                  />
                </span>
              ) : null}
              <span className="block px-3 py-2 font-display text-18 font-semibold text-ink sm:px-4 sm:py-3 sm:text-21">
                {label}
              </span>
            </TargetLink>
          </li>
        );
      })}
    </ul>
  );
}
