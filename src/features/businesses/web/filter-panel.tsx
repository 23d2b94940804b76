import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { ListingProperty } from '#features/city-guide/contract.ts';
import { listingPropertiesQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import type { SearchContext } from '../contract.ts';
import { hours, hourText, isDay, miles, milesText, openChoices, sortChoices } from './filter-words.ts';
import { filtersOf, keysOf, type ListAddress, listPath, withoutFilters } from './list-address.ts';
import { NearMeButton } from './near-me-button.tsx';

export const filterPanelId = 'filters';

/** Properties that stand open; the others are folded away. */
const shownProperties = 7;

interface FilterPanelProps {
  /** '/directory' or '/category/{slug}' */
  path: string;
  asked: ListAddress;
  counts: SearchContext['counts'] | undefined;
}

/**
 * Filters and order of a list. On a large screen they stand beside the list, on a phone in a sheet: a popover, which opens without
 * script too. A phone with script draws what is in the sheet once it opens.
 */
export function FilterPanel(props: FilterPanelProps) {
  const hydrated = useHydrated();
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = () => sheet.current?.hidePopover();
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, [isOpen]);
  return (
    <aside
      ref={sheet}
      id={filterPanelId}
      popover="auto"
      className="filter-panel"
      aria-label="Filters"
      onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      onToggle={({ newState }) => newState === 'closed' && focusOpener()}
    >
      {!hydrated || isWide || isOpen ? (
        <FilterForm {...props} hydrated={hydrated} onDone={() => isOpen && sheet.current?.hidePopover()} />
      ) : null}
    </aside>
  );
}

/** The sheet takes away the control that had the focus. A tap elsewhere may have focused something else. */
function focusOpener(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[popovertarget=${filterPanelId}]`)?.focus({ preventScroll: true });
}

const wide = '(width >= 64rem)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(wide);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(wide).matches,
    () => true,
  );
}

interface FilterFormProps extends FilterPanelProps {
  hydrated: boolean;
  onDone: () => void;
}

/** With script each choice takes effect at once, without it the button sends the form. */
function FilterForm({ path, asked, counts, hydrated, onDone }: FilterFormProps) {
  const city = useCity();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { data: list = [] } = useQuery(listingPropertiesQuery);
  useFieldsFrom(form, asked);

  const apply = (change: Partial<ListAddress> = {}) => {
    if (form.current === null) return;
    const filters = filtersOf(new FormData(form.current));
    void navigate(listPath(path, { ...withoutFilters(asked), ...filters, ...change }));
  };
  const openCounts: Record<string, number | undefined> = { now: counts?.openNow, today: counts?.openToday };
  const cleared = listPath(path, withoutFilters(asked));
  return (
    <form
      ref={form}
      action={path}
      onChange={() => apply()}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
        onDone();
      }}
    >
      {asked.search ? <input type="hidden" name="search" value={asked.search} /> : null}
      {asked.spelling ? <input type="hidden" name="spelling" value={asked.spelling} /> : null}
      {asked.category ? <input type="hidden" name="category" value={asked.category} /> : null}
      {asked.view ? <input type="hidden" name="view" value={asked.view} /> : null}
      {asked.near ? <input type="hidden" name="near" value={asked.near} /> : null}
      <FilterHead cleared={cleared === listPath(path, asked) ? null : cleared} />
      <Choice label="Sort by" name="sort" value={asked.sort ?? 'fit'} options={sortChoices} />
      <Choice
        label="Open"
        name="open"
        value={asked.open ?? ''}
        options={[
          ['', 'Any time'],
          ...openChoices.map(([value, label]) => [value, label + count(openCounts[value])] as const),
        ]}
      />
      {hydrated && !isDay(asked.open) ? null : (
        <Choice
          label="At"
          name="at"
          value={asked.at ?? ''}
          options={[['', 'Any hour'], ...hours.map((hour) => [hour, hourText(hour)] as const)]}
        />
      )}
      <Choice
        label="Distance"
        name="within"
        value={asked.within ?? ''}
        options={[
          ['', 'Any distance'],
          ...miles.map((most) => [String(most), `Within ${milesText(most)}${count(counts?.within[most])}`] as const),
        ]}
      />
      <p className="mt-1.5 text-14 text-ink-soft">
        {asked.near && asked.near !== 'center' ? 'From where you are.' : `From the center of ${city.name}.`}
      </p>
      <div className="mt-2">
        {hydrated ? (
          <NearMeButton onPlace={(near) => apply({ near, sort: 'distance' })} />
        ) : (
          <Link
            to={listPath(path, { ...asked, cursor: undefined, near: 'center', sort: 'distance' })}
            className="inline-flex min-h-11 items-center"
          >
            Nearest to the center first
          </Link>
        )}
      </div>
      <PropertyChoices list={list} chosen={keysOf(asked.properties)} counts={counts?.properties} />
      <fieldset className="mt-4">
        <legend className="text-16 font-semibold">Pictures</legend>
        <Tick name="photos" value="yes" isChosen={asked.photos === 'yes'} label="With photos" count={counts?.photos} />
      </fieldset>
      <div className="filter-done">
        <Button type="submit" size="large" className="w-full">
          Show results
        </Button>
      </div>
    </form>
  );
}

/** @param cleared the address without filters; null: none is chosen */
function FilterHead({ cleared }: { cleared: string | null }) {
  return (
    <div className="filter-head">
      <h3 className="text-21">Filters</h3>
      {cleared === null ? null : (
        <Link to={cleared} className="inline-flex min-h-11 items-center">
          Clear all
        </Link>
      )}
      <button
        type="button"
        popoverTarget={filterPanelId}
        popoverTargetAction="hide"
        aria-label="Close filters"
        className="filter-close"
      >
        <X aria-hidden="true" size={22} />
      </button>
    </div>
  );
}

const count = (number: number | undefined) => (number === undefined ? '' : ` (${number})`);

/** Updates the fields after back, forward or a link changed the address. The focus stays where it is. */
function useFieldsFrom(form: { current: HTMLFormElement | null }, asked: ListAddress): void {
  useEffect(() => {
    const { cursor: _, ...values } = asked;
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLSelectElement) {
        const value = values[field.name as keyof typeof values] ?? (field.name === 'sort' ? 'fit' : '');
        if (field.value !== value) field.value = value;
      } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
        const chosen = values[field.name as keyof typeof values] ?? '';
        field.checked = chosen.split(',').includes(field.value);
      }
    }
  }, [form, asked]);
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}

function Choice({ label, name, value, options }: ChoiceProps) {
  const id = useId();
  return (
    <div className="mt-3">
      <label htmlFor={id} className="mb-1 block text-16 font-semibold">
        {label}
      </label>
      <select id={id} name={name} defaultValue={value} className="filter-select">
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TickProps {
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
  count: number | undefined;
}

function Tick({ name, value, label, isChosen, count }: TickProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} className="size-5 accent-(--action)" />
      <span className="min-w-0 flex-1">{label}</span>
      {count === undefined ? null : <span className="numbers text-14 text-ink-soft">{count}</span>}
    </label>
  );
}

interface PropertyChoicesProps {
  list: readonly ListingProperty[];
  chosen: readonly string[];
  counts: Record<string, number> | undefined;
}

/** Properties that would leave results, and the chosen ones, in the order of the town's list. */
function PropertyChoices({ list, chosen, counts }: PropertyChoicesProps) {
  const offered = list.filter(({ key }) => chosen.includes(key) || (counts?.[key] ?? 0) > 0);
  if (offered.length === 0) return null;
  const ticks = (properties: readonly ListingProperty[]) =>
    properties.map(({ key, name }) => (
      <Tick
        key={key}
        name="properties"
        value={key}
        label={name}
        isChosen={chosen.includes(key)}
        count={counts ? (counts[key] ?? 0) : undefined}
      />
    ));
  const more = offered.slice(shownProperties);
  return (
    <fieldset className="mt-4">
      <legend className="text-16 font-semibold">Good to know</legend>
      {ticks(offered.slice(0, shownProperties))}
      {more.length > 0 ? (
        <details open={more.some(({ key }) => chosen.includes(key))}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-16 font-semibold text-link">
            {more.length} more
          </summary>
          {ticks(more)}
        </details>
      ) : null}
    </fieldset>
  );
}
