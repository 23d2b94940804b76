/**
 * Answers under a search box while somebody types: businesses, categories, events, articles and pages of the town. The script comes
 * when the box gets the focus; without it the form works as it is.
 */
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarDays, Info, LayoutGrid, type LucideIcon, Newspaper, Store } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useId, useMemo } from 'react';
import { minuteMs } from '#shared/times.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useNavigate } from '#web/router/router.tsx';
import { type SearchSuggestion, type SuggestionKind, suggestAnswers } from '../suggestion-contract.ts';
import { useCombobox } from './use-combobox.ts';
import { useTypedText } from './use-typed-text.ts';

const minLength = 2;
const none: readonly never[] = [];

const kinds: Record<SuggestionKind, { heading: string; Icon: LucideIcon }> = {
  business: { heading: 'Businesses', Icon: Store },
  category: { heading: 'Categories', Icon: LayoutGrid },
  event: { heading: 'Events', Icon: CalendarDays },
  article: { heading: 'News', Icon: Newspaper },
  page: { heading: 'Around town', Icon: Info },
};

/** Answers stay in the page for a minute; an earlier question that is still on its way is ended. */
function useSuggestions(text: string): readonly SearchSuggestion[] {
  const isAsked = text.length >= minLength;
  const { data } = useQuery<readonly SearchSuggestion[]>({
    queryKey: [suggestAnswers.path, text],
    queryFn: async ({ client, signal }) =>
      (await callApi(client, suggestAnswers, { query: { search: text } }, { signal })).answer,
    enabled: isAsked,
    staleTime: minuteMs,
    retry: false,
    placeholderData: (before) => before,
  });
  return isAsked ? (data ?? none) : none;
}

export default function SearchSuggestions({ input }: { input: RefObject<HTMLInputElement | null> }): ReactNode {
  const navigate = useNavigate();
  const listId = useId();
  const options = useSuggestions(useTypedText(input));
  const keys = useMemo(() => options.map(({ href }) => href), [options]);
  const choose = useCallback(
    (href: string) => {
      input.current?.blur();
      if (href.startsWith('/')) navigate(href);
      else window.location.assign(href);
    },
    [input, navigate],
  );
  const { isOpen, active, optionId } = useCombobox({ input, listId, keys, onChoose: choose });
  const shown = isOpen ? options : none;
  const count = shown.length === 1 ? '1 suggestion' : `${shown.length} suggestions`;
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? `${count}. Use the up and down arrows.` : ''}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        className="absolute top-full left-0 z-30 mt-2 min-w-full max-md:w-[calc(100vw-3.5rem)] md:right-0 max-h-[min(30rem,60dvh)] overflow-y-auto overscroll-contain rounded-card border border-line bg-card pb-1.5 shadow-lift"
      >
        {[...new Set(shown.map(({ kind }) => kind))].map((kind) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role, a fieldset is for forms
          <div key={kind} role="group" aria-labelledby={`${listId}-${kind}`}>
            <div id={`${listId}-${kind}`} role="presentation" className="px-4 pt-2.5 pb-0.5 text-14 text-ink-soft">
              {kinds[kind].heading}
            </div>
            {shown.map((option, place) =>
              option.kind === kind ? (
                <Option
                  key={option.href}
                  option={option}
                  id={optionId(place)}
                  isActive={place === active}
                  onChoose={() => choose(option.href)}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
    </>
  );
}

interface OptionProps {
  option: SearchSuggestion;
  id: string;
  isActive: boolean;
  onChoose: () => void;
}

function Option({ option: { kind, title, note }, id, isActive, onChoose }: OptionProps) {
  const { Icon } = kinds[kind];
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-ground-deep',
        isActive && 'bg-ground-deep outline-2 -outline-offset-2 outline-(--focus)',
      )}
      // The field keeps the focus; a press that began on an option must not close the list before it ends.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={() => undefined}
    >
      <Icon aria-hidden="true" size={18} className="shrink-0 text-accent" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 truncate">{title}</span>
        {note ? <span className="min-w-0 truncate text-14 text-ink-soft"> {note}</span> : null}
      </span>
    </div>
  );
}
