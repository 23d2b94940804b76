import { SearchField } from '#features/businesses/web/search-field.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { Button } from '#web/ui/button.tsx';

/** The directory's search box in the hero; a plain form without script. */
export function HomeSearch() {
  const navigate = useNavigate();
  return (
    <search>
      <form
        action="/directory"
        className="flex flex-wrap gap-2 rounded-card border border-line bg-card p-2 shadow-lift"
        onSubmit={(event) => {
          event.preventDefault();
          const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
          navigate(search === '' ? '/directory' : `/directory?${new URLSearchParams({ search })}`);
        }}
      >
        <div className="flex min-w-[min(100%,13rem)] flex-1 max-sm:[&_input]:pr-1 max-sm:[&_input]:pl-11">
          <SearchField />
        </div>
        <Button type="submit" size="large" className="max-sm:px-4">
          Search
        </Button>
      </form>
    </search>
  );
}
