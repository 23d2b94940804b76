/**
 * Names of businesses under a search box while somebody types: WAI-ARIA's combobox with a list. It comes with the first
 * letter typed and takes the field that is already there under its wing; without it the form works as it is.
 */
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { suggestBusinesses } from '../contract.ts';

const debounceMs = 140;
const shortest = 2;
const none: readonly never[] = [];

/** What is in the field once the typing pauses. */
function usePausedText(input: RefObject<HTMLInputElement | null>): string {
  const [text, setText] = useState(() => input.current?.value.trim() ?? '');
  useEffect(() => {
    const field = input.current;
    if (field === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setText(field.value.trim()), debounceMs);
    };
    field.addEventListener('input', read);
    // What was typed between the first letter and now.
    read();
    return () => {
      clearTimeout(timer);
      field.removeEventListener('input', read);
    };
  }, [input]);
  return text;
}

export default function SearchSuggestions({ input }: { input: RefObject<HTMLInputElement | null> }): ReactNode {
  const navigate = useNavigate();
  const id = useId();
  const text = usePausedText(input);
  const [isClosed, setClosed] = useState(false);
  const [chosenSlug, setChosenSlug] = useState<string | null>(null);
  const { data } = useQuery({
    ...endpointQuery(suggestBusinesses, { query: { search: text } }),
    enabled: text.length >= shortest,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const options = text.length >= shortest && !isClosed ? (data ?? none) : none;
  const isOpen = options.length > 0;
  // By name, not by place: a list that comes in late may have it elsewhere, or not at all, and then none is chosen.
  const active = isOpen ? options.findIndex(({ slug }) => slug === chosenSlug) : -1;
  const chosen = options[active];

  useEffect(() => {
    const field = input.current;
    if (field === null) return;
    const attributes: Record<string, string> = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': `${id}-list`,
      ...(chosen ? { 'aria-activedescendant': `${id}-${active}` } : {}),
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    if (!chosen) field.removeAttribute('aria-activedescendant');

    const press = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (!isOpen) {
          setClosed(false);
          return;
        }
        event.preventDefault();
        // One place is for what was typed itself.
        const places = options.length + 1;
        const next = ((active + 1 + (event.key === 'ArrowDown' ? 1 : -1) + places) % places) - 1;
        setChosenSlug(options[next]?.slug ?? null);
      } else if (event.key === 'Enter' && chosen) {
        event.preventDefault();
        navigate(`/business/${chosen.slug}`);
      } else if (event.key === 'Escape' && isOpen) {
        event.preventDefault();
        setClosed(true);
      }
    };
    // Closed stays closed, and chosen chosen, also when names for what was typed just before come in; typing on ends both.
    const typeOn = () => {
      setClosed(false);
      setChosenSlug(null);
    };
    const leave = () => setClosed(true);
    field.addEventListener('keydown', press);
    field.addEventListener('input', typeOn);
    field.addEventListener('blur', leave);
    return () => {
      field.removeEventListener('keydown', press);
      field.removeEventListener('input', typeOn);
      field.removeEventListener('blur', leave);
    };
  }, [input, id, isOpen, options, chosen, active, navigate]);

  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Businesses"
      hidden={!isOpen}
      className="absolute inset-x-0 top-full z-20 mt-2 overflow-hidden rounded-card border border-line bg-card py-1 shadow-lift"
    >
      {options.map((option, place) => (
        <div
          key={option.slug}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          className={clsx(
            'flex min-h-11 cursor-pointer items-baseline justify-between gap-4 px-4 py-2 hover:bg-ground-deep',
            place === active && 'bg-ground-deep',
          )}
          // The field keeps the focus; a press that began on a name must not close the list before it ends.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => navigate(`/business/${option.slug}`)}
          onKeyDown={() => undefined}
        >
          <span className="min-w-0 truncate">{option.name}</span>
          <span className="shrink-0 text-14 text-ink-soft">{option.categoryName}</span>
        </div>
      ))}
    </div>
  );
}
