import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { Category } from '#features/categories/contract.ts';
import { useNavigate } from '#web/router/router.tsx';
import { Button } from '#web/ui/button.tsx';
import { filterParameters, type ListAddress, listPath } from './list-address.ts';
import { SearchField } from './search-field.tsx';

interface DirectorySearchProps {
  /** The address that the page shows: what was chosen beside the search stays. */
  asked: ListAddress;
  categories: readonly Pick<Category, 'slug' | 'name'>[];
}

/** Search box, category and button: a plain GET form without script. The box suggests answers while somebody types. */
export function DirectorySearch({ categories, asked }: DirectorySearchProps) {
  const { search = '', category = 'all' } = asked;
  const kept = filterParameters.flatMap((name) => (asked[name] ? [{ name, value: asked[name] }] : []));
  const navigate = useNavigate();
  const id = useId();
  return (
    <search className="search-place">
      <form
        // Another address of the directory fills the fields anew.
        key={`${search} ${category}`}
        action="/directory"
        className="grid max-w-3xl grid-cols-[1fr_auto] gap-2 rounded-card border border-line bg-card p-2 shadow-lift md:grid-cols-[1fr_14rem_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const chosen = String(form.get('category'));
          navigate(
            listPath('/directory', {
              ...Object.fromEntries(kept.map(({ name, value }) => [name, value])),
              search: String(form.get('search')).trim() || undefined,
              category: chosen === 'all' ? undefined : chosen,
            }),
          );
        }}
      >
        <SearchField search={search} />
        {kept.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="search-category relative max-md:order-1 max-md:col-span-2">
          <label htmlFor={`${id}-category`} className="sr-only">
            Category
          </label>
          <select
            id={`${id}-category`}
            name="category"
            defaultValue={category}
            className="block min-h-11 w-full appearance-none rounded-control border border-line-strong bg-card pr-10 pl-4 text-18 text-ink md:min-h-13"
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
            className="pointer-events-none absolute top-3 right-3 text-ink-soft md:top-4"
          />
        </div>
        <Button type="submit" size="large" className="max-md:px-4">
          Search
        </Button>
      </form>
    </search>
  );
}
