import { Link } from '#web/router/link.tsx';
import type { LinkedName } from '#web/seo/list-nodes.ts';
import { BreadcrumbJsonLd } from './breadcrumb-json-ld.tsx';

/**
 * The page's place in the site, for people and search engines. @param trail without the home page; this page
 * comes last
 */
export function Breadcrumbs({ trail }: { trail: readonly LinkedName[] }) {
  const before = [{ name: 'Home', path: '/' }, ...trail.slice(0, -1)];
  const here = trail.at(-1);
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-16 text-ink-soft">
        {before.map(({ name, path }, place) => (
          <li key={path} className="flex items-center gap-2">
            {place > 0 ? <span aria-hidden="true">/</span> : null}
            <Link to={path} className="flex min-h-11 items-center text-ink-soft no-underline hover:underline">
              {name}
            </Link>
          </li>
        ))}
        {here ? (
          <li className="flex max-w-96 min-w-0 gap-2 max-sm:sr-only">
            <span aria-hidden="true">/</span>
            <span aria-current="page" className="truncate">
              {here.name}
            </span>
          </li>
        ) : null}
      </ol>
      <BreadcrumbJsonLd trail={trail} />
    </nav>
  );
}
