import { Search } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from '#web/ui/button.tsx';

/** The directory's search box in the hero; a plain form without script. */
export function HomeSearch() {
  const navigate = useNavigate();
  return (
    <search>
      <form
        action="/directory"
        className="flex max-w-2xl flex-col gap-2 rounded-card border border-line bg-card p-2 shadow-lift sm:flex-row"
        onSubmit={(event) => {
          event.preventDefault();
          const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
          navigate(search === '' ? '/directory' : `/directory?${new URLSearchParams({ search })}`);
        }}
      >
        <label className="flex min-h-13 flex-1 items-center gap-3 rounded-control px-3">
          <Search aria-hidden="true" size={22} className="shrink-0 text-ink-soft" />
          <span className="sr-only">Search businesses</span>
          <input
            type="search"
            name="search"
            placeholder="Search businesses..."
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            className="w-full min-w-0 bg-transparent py-2 text-18 outline-offset-8 placeholder:text-ink-soft"
          />
        </label>
        <Button type="submit" size="large">
          Search
        </Button>
      </form>
    </search>
  );
}
