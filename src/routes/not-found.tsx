import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import { navLinks } from '#features/site-frame/web/nav-links.ts';
import { Button } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

/** The 404 page, with the ways on. */
export function Page() {
  return (
    <>
      <PageMissing />
      <div className="mx-auto max-w-[40rem] px-4 pb-12">
        <search>
          {/* Without the suggestions of the other search boxes: their script would be most of this page. */}
          <form
            action="/directory"
            className="flex flex-wrap gap-2 rounded-card border border-line bg-card p-2 shadow-card"
          >
            <label htmlFor="lost-search" className="sr-only">
              Search businesses
            </label>
            <input
              id="lost-search"
              type="search"
              name="search"
              placeholder="Search businesses..."
              autoComplete="off"
              className="search-field min-h-13 min-w-[min(100%,13rem)] flex-1 rounded-control bg-card px-4 py-2 text-18 placeholder:text-ink-soft"
            />
            <Button type="submit" size="large">
              Search
            </Button>
          </form>
        </search>
        <nav aria-label="Main pages" className="mt-4">
          <ul className="flex flex-wrap justify-center gap-x-5">
            {navLinks
              .filter(({ to }) => to !== '/')
              .map(({ to, label }) => (
                <li key={to}>
                  <SiteLink to={to} className="inline-flex min-h-11 items-center">
                    {label}
                  </SiteLink>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </>
  );
}
