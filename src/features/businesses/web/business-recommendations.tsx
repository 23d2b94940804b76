import { ThumbsUp } from 'lucide-react';
import { Link } from '#web/router/link.tsx';
import type { Business } from '../contract.ts';

const link = 'inline-flex min-h-11 items-center underline';

/** On a phone the address and hours come below: a long list must not push them out of reach. */
const maxOpen = 4;

/** Residents' good words for a listing, and the way to add one. Never for sale, and never in structured data (docs/product-rules.md#recommendations). */
export function BusinessRecommendations({
  business,
}: {
  business: Pick<Business, 'slug' | 'name' | 'recommendations'>;
}) {
  const { slug, name, recommendations } = business;
  return (
    <section aria-labelledby="recommendations" className={recommendations.length > 0 ? 'mt-8' : 'mt-8 print:hidden'}>
      <h2 id="recommendations" className="text-26">
        Recommended by neighbors
      </h2>
      {recommendations.length > 0 ? <List slug={slug} recommendations={recommendations.slice(0, maxOpen)} /> : null}
      {recommendations.length > maxOpen ? (
        <details className="printed-open mt-2">
          <summary className={`cursor-pointer ${link}`}>{recommendations.length - maxOpen} more</summary>
          <List slug={slug} recommendations={recommendations.slice(maxOpen)} />
        </details>
      ) : null}
      <p className="mt-2 flex flex-wrap items-center gap-x-3 print:hidden">
        {recommendations.length > 0 ? null : <span className="text-ink-soft">Nobody has yet.</span>}
        <Link to={`/business/${slug}/recommend`} className={`gap-2 wrap-anywhere ${link}`}>
          <ThumbsUp aria-hidden="true" size={18} />
          Recommend {name}
        </Link>
      </p>
    </section>
  );
}

function List({ slug, recommendations }: Pick<Business, 'slug' | 'recommendations'>) {
  return (
    <ul className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
      {recommendations.map(({ id, name: who, text, month, answer }) => (
        <li key={id} className="px-4 py-3 wrap-anywhere sm:px-5">
          {text ? <p className="whitespace-pre-line">{text}</p> : null}
          <p className="flex flex-wrap items-center gap-x-3 text-16 text-ink-soft">
            <span>
              {who}, {month}
            </span>
            <Link
              to={`/business/${slug}/report-recommendation?id=${id}`}
              aria-label={`Report the recommendation of ${who}`}
              className={`${link} print:hidden`}
            >
              Report
            </Link>
          </p>
          {answer ? (
            <p className="mb-2 rounded-control bg-ground-deep px-4 py-3 whitespace-pre-line">
              <strong>The owner answers:</strong> {answer}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
