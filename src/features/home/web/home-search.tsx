import { useNavigate } from 'react-router';
import { SearchField } from '#features/businesses/web/search-field.tsx';
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
        <SearchField />
        <Button type="submit" size="large">
          Search
        </Button>
      </form>
    </search>
  );
}
