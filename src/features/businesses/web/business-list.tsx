import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { Map as MapIcon, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { listingPropertiesQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { InTurn } from '#web/ui/in-turn.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import type { SearchContext } from '../contract.ts';
import { BusinessResults } from './business-results.tsx';
import { FilterPanel, filterPanelId } from './filter-panel.tsx';
import { chipsOf } from './filter-words.ts';
import { countFilters, type ListAddress, listPath, withoutFilters } from './list-address.ts';
import { ListMapPart } from './list-map-part.tsx';
import { NearMeButton } from './near-me-button.tsx';
import { Offers, TownHits } from './search-notes.tsx';
import { type BusinessPage, searchContextQuery } from './search-query.ts';

interface BusinessListProps {
  /** '/directory' or '/category/{slug}' */
  path: string;
  /** With the category of the page, if it is one's own. */
  asked: ListAddress;
  list: UseInfiniteQueryResult<InfiniteData<BusinessPage>>;
  placeholders: number;
  /** The heading of the results. */
  heading: ReactNode;
  /** '12 results', and what stands beside it. */
  count: ReactNode;
  empty: ReactNode;
}

/** Heading, filters, chips and results of a list; the same for the directory and a category. */
export function BusinessList({ path, asked, list, placeholders, heading, count, empty }: BusinessListProps) {
  const city = useCity();
  const { data: context } = useQuery(searchContextQuery(asked));
  // In the address of a category's page its category is the path.
  const address = path === '/directory' ? asked : { ...asked, category: undefined };
  const first = list.data?.pages[0];
  const isNothing = first?.total === 0;
  const isClose = context?.closeFrom === 0 && !isNothing;
  // The answer is a page or an event of the town: it stands first, and no sentence says that nothing was found.
  const townAbove = context?.townAbove ?? 0;
  const isTownFirst = townAbove > 0;
  // Beside the town's answer, a kind of business of which there is none was not meant.
  const isGuessed = isTownFirst && (isClose || isNothing || context?.townIsGuess || context?.isTownAlone);
  const town = context?.town ?? [];
  // Water from the tap is no business of a restaurant that is named after water, nor animal control one of a groomer.
  const isApart = context?.isTownAlone === true && !isNothing && asked.view !== 'map' && asked.cursor === undefined;
  // City hall and the like: no business is missing.
  const isAnswered = isTownFirst && context?.townIsGuess === false;
  const results = (
    <BusinessResults
      isNumbered={asked.view === 'map'}
      list={list}
      placeholders={placeholders}
      pageAt={(cursor) => listPath(path, { ...address, cursor })}
      closeFrom={asked.cursor === undefined && !isClose ? (context?.closeFrom ?? null) : null}
      empty={isTownFirst ? null : empty}
    />
  );
  return (
    <div className={asked.view === 'map' ? 'list-layout is-map' : 'list-layout'}>
      <div className="list-head">
        {heading}
        <Toolbar path={path} asked={address} counts={context?.counts}>
          {count}
        </Toolbar>
      </div>
      <InTurn>
        <FilterPanel path={path} asked={address} counts={context?.counts} />
      </InTurn>
      <div className="min-w-0" aria-busy={list.isPlaceholderData || undefined}>
        <Chips path={path} asked={address} understood={isGuessed ? [] : (context?.understood ?? [])} />
        {isTownFirst && context?.townIsGuess ? (
          <p className="mb-4 text-18">
            We found nothing that is just <em className="font-semibold">{asked.search}</em>. This comes closest:
          </p>
        ) : null}
        <TownHits hits={town.slice(0, townAbove)} isFirst />
        {first?.correctedTo ? (
          <p className="mb-4 rounded-card border border-line bg-card px-5 py-4">
            Showing results for <strong>{first.correctedTo}</strong>.{' '}
            <Link to={listPath(path, { ...asked, cursor: undefined, spelling: 'typed' })} rel="nofollow">
              Search instead for “{asked.search}”
            </Link>
          </p>
        ) : null}
        {isApart ? (
          <details className="my-4">
            <summary className="opens min-h-11 font-semibold text-link">
              Businesses that come close ({first?.total})
            </summary>
            <div className="mt-3">{results}</div>
          </details>
        ) : (
          <>
            {isClose ? (
              <p className="mb-4 text-18">
                {isTownFirst ? 'Businesses closest to ' : `No place that we know of in ${city.name} fits all of `}
                <em className="font-semibold">{asked.search}</em>
                {isTownFirst ? ':' : '. Closest:'}
              </p>
            ) : null}
            {isTownFirst && !isClose && !isNothing ? <h3 className="mb-4 text-21">Businesses</h3> : null}
            {asked.view === 'map' && !isNothing ? (
              <ListMapPart
                list={list}
                isAround={address.near?.includes(',') ?? false}
                pathAround={(near, within) => listPath(path, { ...address, cursor: undefined, near, within })}
              />
            ) : null}
            {results}
          </>
        )}
        <TownHits hits={town.slice(townAbove)} />
        {asked.search && !isAnswered && (isClose || isNothing) ? <TellUs isFirst={isNothing && !isTownFirst} /> : null}
        {context && (isNothing || isClose || (first?.total ?? 9) < 3) ? <Offers offers={context.offers} /> : null}
      </div>
    </div>
  );
}

/** The town lacks what somebody looks for, or nobody has told us. */
function TellUs({ isFirst }: { isFirst: boolean }) {
  return (
    <p className={isFirst ? 'mb-6 text-center text-18' : 'my-6 text-18'}>
      Know one that is missing here?{' '}
      <Link to="/contact" className="inline-flex min-h-11 items-center font-semibold">
        Tell us
      </Link>
    </p>
  );
}

interface ToolbarProps {
  path: string;
  asked: ListAddress;
  counts: SearchContext['counts'] | undefined;
  children: ReactNode;
}

/** The number of results; on a phone with the most used filters and a button for all filters. */
function Toolbar({ path, asked, counts, children }: ToolbarProps) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const { cursor: _, ...rest } = asked;
  const chosen = countFilters(asked);
  const isOpenNow = asked.open === 'now';
  const hasMap = asked.view === 'map';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 lg:min-h-11">
      {children}
      <Link
        to={listPath(path, { ...asked, cursor: undefined, view: hasMap ? undefined : 'map' })}
        className={buttonClass('secondary', 'medium', 'ms-auto min-w-22 justify-start! px-3.5!')}
      >
        <MapIcon aria-hidden="true" size={18} />
        {hasMap ? 'List only' : 'Map'}
      </Link>
      <div className="filter-bar">
        <button type="button" popoverTarget={filterPanelId} className={buttonClass('secondary', 'medium', 'px-3.5!')}>
          <SlidersHorizontal aria-hidden="true" size={18} />
          Filters{chosen > 0 ? ` (${chosen})` : ''}
        </button>
        <Link
          to={listPath(path, { ...rest, open: isOpenNow ? undefined : 'now', at: undefined })}
          aria-current={isOpenNow ? 'true' : undefined}
          className={buttonClass(isOpenNow ? 'primary' : 'secondary', 'medium', 'px-3.5!')}
        >
          Open now{counts && !isOpenNow ? ` (${counts.openNow})` : ''}
        </Link>
        {hydrated ? (
          <NearMeButton
            className="px-3.5!"
            onPlace={(near) => void navigate(listPath(path, { ...rest, near, sort: 'distance' }))}
          />
        ) : (
          <Link
            to={listPath(path, { ...rest, near: 'center', sort: 'distance' })}
            className={buttonClass('secondary', 'medium', 'px-3.5!')}
          >
            Nearest
          </Link>
        )}
      </div>
    </div>
  );
}

interface ChipsProps {
  path: string;
  asked: ListAddress;
  understood: SearchContext['understood'];
}

/** The understood parts of the search and the filters, each as a link that removes it. */
function Chips({ path, asked, understood }: ChipsProps) {
  const { data: properties = [] } = useQuery(listingPropertiesQuery);
  const chosen = chipsOf(asked, properties).map(({ label, rest }) => ({ label, to: listPath(path, rest) }));
  const chips = [
    // Leaves out words that repeat a filter ('tacos near me' after a tap on 'Near me').
    ...understood
      .filter(({ label }) => !chosen.some((chip) => chip.label === label))
      .map(({ label, without }) => ({
        label,
        to: listPath(path, { ...asked, cursor: undefined, search: without || undefined }),
      })),
    ...chosen,
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Chosen" className="mb-4 flex flex-wrap gap-2">
      {chips.map(({ label, to }) => (
        <li key={`${label} ${to}`}>
          <Link to={to} aria-label={`Remove ${label}`} className="chip is-removable">
            {label}
          </Link>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <Link to={listPath(path, withoutFilters(asked))} className="inline-flex min-h-11 items-center px-2">
            Clear all
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
