/** Makes a text field that is already on the page the combobox of a list below it (WAI-ARIA APG, "Editable combobox with list"). */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface Combobox {
  input: RefObject<HTMLInputElement | null>;
  listId: string;
  /** The keys of the options, in their order. A list that arrives late may have them in another order. */
  keys: readonly string[];
  onChoose: (key: string) => void;
}

/** Where a key leads: -1 is the field itself. undefined: the key is not for the list. */
function placeAfter(key: string, active: number, count: number): number | undefined {
  // One place of the cycle is the field itself.
  const places = count + 1;
  if (key === 'ArrowDown') return ((active + 2) % places) - 1;
  if (key === 'ArrowUp') return ((active + places) % places) - 1;
  // While no option is active, Home and End move the cursor in the text.
  if (active >= 0 && key === 'Home') return 0;
  if (active >= 0 && key === 'End') return count - 1;
  return undefined;
}

export function useCombobox({ input, listId, keys, onChoose }: Combobox) {
  const [isClosed, setClosed] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const isOpen = keys.length > 0 && !isClosed;
  const active = isOpen && chosen !== null ? keys.indexOf(chosen) : -1;
  const optionId = (place: number) => `${listId}-${place}`;

  useLayoutEffect(() => {
    const field = input.current;
    if (field === null) return;
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-expanded', String(isOpen));
    field.setAttribute('aria-controls', listId);
    if (active >= 0) field.setAttribute('aria-activedescendant', `${listId}-${active}`);
    else field.removeAttribute('aria-activedescendant');
  }, [input, listId, isOpen, active]);

  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  useLayoutEffect(() => {
    const field = input.current;
    if (field === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const { key } = event;
      if (!isOpen) {
        if (key === 'ArrowDown' || key === 'ArrowUp') setClosed(false);
        return;
      }
      const next = placeAfter(key, active, keys.length);
      const current = keys[active];
      if (next !== undefined) setChosen(keys[next] ?? null);
      else if (key === 'Enter' && current !== undefined) onChoose(current);
      else if (key === 'Escape') setClosed(true);
      else return;
      event.preventDefault();
    };
    // A late answer must not reopen a closed list or undo a choice; typing does both.
    const typeOn = () => {
      setClosed(false);
      setChosen(null);
    };
    const close = () => setClosed(true);
    const { form } = field;
    field.addEventListener('keydown', press);
    field.addEventListener('input', typeOn);
    field.addEventListener('blur', close);
    form?.addEventListener('submit', close);
    return () => {
      field.removeEventListener('keydown', press);
      field.removeEventListener('input', typeOn);
      field.removeEventListener('blur', close);
      form?.removeEventListener('submit', close);
    };
  }, [input, isOpen, keys, active, onChoose]);

  return { isOpen, active, optionId };
}
