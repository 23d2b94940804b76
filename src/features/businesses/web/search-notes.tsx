/** Notes around the results of a search: offers that may help, and other answers of the town. */
import { Link } from '#web/router/link.tsx';
import type { SearchContext, TownHit } from '../contract.ts';

const kinds: Record<TownHit['kind'], string> = { event: 'Event', article: 'News', page: 'Town page', offer: 'Offer' };

export function TownHits({ hits, isFirst = false }: { hits: readonly TownHit[]; isFirst?: boolean }) {
  if (hits.length === 0) return null;
  const id = isFirst ? 'in-town' : 'also-in-town';
  return (
    <section aria-labelledby={id} className="my-6">
      <h3 id={id} className="text-21">
        {isFirst ? 'In town' : 'Also in town'}
      </h3>
      <ul className="mt-2 grid gap-x-5 gap-y-2 sm:grid-cols-2">
        {hits.map((hit) => (
          <li key={`${hit.kind} ${hit.href}`} className="rounded-control border border-line bg-card px-4 py-2.5">
            <p className="text-14 text-ink-soft">{kinds[hit.kind]}</p>
            <p>
              <HitLink hit={hit} />
            </p>
            <Note hit={hit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A telephone number in it is a link to call. */
function Note({ hit: { note, phone } }: { hit: TownHit }) {
  if (note === null) return null;
  const isCalled = phone !== null && note.startsWith(phone);
  return (
    <p className="text-16 text-ink-soft">
      {isCalled ? (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="inline-flex min-h-6 items-center font-semibold">
          {phone}
        </a>
      ) : null}
      {isCalled ? note.slice(phone.length) : note}
    </p>
  );
}

function HitLink({ hit: { href, title } }: { hit: TownHit }) {
  const className = 'inline-flex min-h-11 items-center font-semibold';
  return href.startsWith('/') ? (
    <Link to={href} className={className}>
      {title}
    </Link>
  ) : (
    <a href={href} rel="noopener" className={className}>
      {title}
    </a>
  );
}

/** Categories and pages that may help when little or nothing fits. */
export function Offers({ offers }: { offers: SearchContext['offers'] }) {
  const { categories, pages } = offers;
  if (categories.length === 0 && pages.length === 0) return null;
  return (
    <section aria-labelledby="offers" className="my-6">
      <h3 id="offers" className="text-21">
        This may help
      </h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={`/category/${slug}`} className="chip">
              {name}
            </Link>
          </li>
        ))}
        {pages.map((page) => (
          <li key={page.href}>
            {page.href.startsWith('/') ? (
              <Link to={page.href} className="chip">
                {page.title}
              </Link>
            ) : (
              <a href={page.href} rel="noopener" className="chip">
                {page.title}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
