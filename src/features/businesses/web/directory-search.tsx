import { ChevronDown, Search } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Category } from '#features/categories/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { maxSearchLength } from '../contract.ts';
import { directoryPath } from './directory-path.ts';

/** A help and no more: when its script cannot be loaded, the box works as before. */
const SearchSuggestions = lazy(() => import('./search-suggestions.tsx').catch(() => ({ default: () => null })));

interface DirectorySearchProps {
  categories: readonly Pick<Category, 'slug' | 'name'>[];
  /** What the page shows now. */
  search?: string | undefined;
  category?: string | undefined;
}

/** Search box, category and button: a plain GET form without script. Names are suggested once somebody types. */
export function DirectorySearch({ categories, search = '', category = 'all' }: DirectorySearchProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  return (
    <search>
      <form
        // Another address of the directory fills the fields anew.
        key={`${search} ${category}`}
        action="/directory"
        className="grid max-w-3xl gap-2 rounded-card border border-line bg-card p-2 shadow-lift md:grid-cols-[1fr_14rem_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const address = { search: String(form.get('search')).trim(), category: String(form.get('category')) };
          navigate(directoryPath(address));
        }}
      >
        <div className="relative">
          <label htmlFor={`${id}-search`} className="sr-only">
            Search businesses
          </label>
          <Search
            aria-hidden="true"
            size={22}
            className="pointer-events-none absolute top-4 left-3.5 z-10 text-ink-soft"
          />
          <input
            ref={input}
            id={`${id}-search`}
            type="search"
            name="search"
            defaultValue={search}
            placeholder="Search businesses..."
            autoComplete="off"
            enterKeyHint="search"
            maxLength={maxSearchLength}
            className="block min-h-13 w-full rounded-control bg-card py-2 pr-3 pl-12 text-18 placeholder:text-ink-soft"
            onInput={() => setTouched(true)}
          />
          {isTouched ? (
            <Suspense>
              <SearchSuggestions input={input} />
            </Suspense>
          ) : null}
        </div>
        <div className="relative">
          <label htmlFor={`${id}-category`} className="sr-only">
            Category
          </label>
          <select
            id={`${id}-category`}
            name="category"
            defaultValue={category}
            className="block min-h-13 w-full appearance-none rounded-control border border-line-strong bg-card pr-10 pl-4 text-18 text-ink"
          >
            <option value="all">All Categories</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={20}
            className="pointer-events-none absolute top-4 right-3 text-ink-soft"
          />
        </div>
        <Button type="submit" size="large">
          Search
        </Button>
      </form>
    </search>
  );
}
