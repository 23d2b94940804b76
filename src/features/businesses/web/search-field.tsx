import { Search } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { maxSearchLength } from '../contract.ts';

/** An extra: when its script cannot be loaded, the box works without it. */
const SearchSuggestions = lazy(() => import('./search-suggestions.tsx').catch(() => ({ default: () => null })));

/**
 * The search box of a GET form. Suggestions load when the box gets the focus, so that visitors who do not search load less. Its
 * parent has to be as wide as the list of suggestions may be.
 */
export function SearchField({ search = '' }: { search?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  return (
    <div className="relative min-w-0 flex-1">
      <label htmlFor={id} className="sr-only">
        Search businesses
      </label>
      <Search aria-hidden="true" size={22} className="pointer-events-none absolute top-4 left-3.5 z-10 text-ink-soft" />
      <input
        ref={input}
        id={id}
        type="search"
        name="search"
        defaultValue={search}
        placeholder="Search businesses..."
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxSearchLength}
        className="search-field block min-h-13 w-full rounded-control bg-card py-2 pr-3 pl-12 text-18 placeholder:text-ink-soft"
        onFocus={() => setTouched(true)}
        onInput={() => setTouched(true)}
      />
      {isTouched ? (
        <Suspense>
          <SearchSuggestions input={input} />
        </Suspense>
      ) : null}
    </div>
  );
}
