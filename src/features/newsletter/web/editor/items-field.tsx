import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { maxItems } from '../../blocks.ts';
import { listChoices, type NamedItem } from '../../staff-contract.ts';

interface ItemsFieldProps {
  kind: 'businesses' | 'events' | 'articles';
  keys: readonly string[];
  /** The items as the server knows them. */
  items: readonly NamedItem[];
  error: string | undefined;
  onChange: (keys: string[]) => void;
}

const square = 'grid size-11 shrink-0 place-items-center rounded-control hover:bg-ground-deep disabled:opacity-40';

/** The items of a block in their order, and a search to add more. */
export function ItemsField({ kind, keys, items, error, onChange }: ItemsFieldProps) {
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<readonly NamedItem[]>([]);
  const known = [...items, ...added];
  const nameOf = (key: string) => known.find((item) => item.key === key);

  function move(place: number, by: -1 | 1) {
    const next = [...keys];
    const [key] = next.splice(place, 1);
    if (key !== undefined) next.splice(place + by, 0, key);
    onChange(next);
  }

  return (
    <div className="grid gap-2">
      {keys.length === 0 ? <p className="text-16 text-ink-soft">None yet: readers see nothing here.</p> : null}
      <ol className="grid gap-1">
        {keys.map((key, place) => {
          const item = nameOf(key);
          const title = item?.title ?? 'Not shown any more';
          return (
            <li key={key} className="flex items-center gap-1 border-line border-b py-1 last:border-0">
              <span className="min-w-0 flex-1 break-words">
                <span className="block font-semibold">{title}</span>
                <span className="block text-14 text-ink-soft">
                  {item?.detail ?? 'It is hidden, over or gone, so readers do not see it.'}
                </span>
              </span>
              <button
                type="button"
                className={square}
                aria-label={`Move ${title} up`}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              >
                <ArrowUp aria-hidden="true" size={18} />
              </button>
              <button
                type="button"
                className={square}
                aria-label={`Move ${title} down`}
                disabled={place === keys.length - 1}
                onClick={() => move(place, 1)}
              >
                <ArrowDown aria-hidden="true" size={18} />
              </button>
              <button
                type="button"
                className={square}
                aria-label={`Take ${title} out`}
                onClick={() => onChange(keys.filter((other) => other !== key))}
              >
                <X aria-hidden="true" size={18} />
              </button>
            </li>
          );
        })}
      </ol>
      {error ? <p className="text-16 font-medium text-danger">{error}</p> : null}
      {isAdding ? (
        <Choices
          kind={kind}
          chosen={keys}
          onAdd={(item) => {
            setAdded((before) => [...before, item]);
            onChange([...keys, item.key]);
          }}
          onClose={() => setAdding(false)}
        />
      ) : (
        <div>
          <Button
            look="secondary"
            className="px-3.5"
            disabled={keys.length >= maxItems}
            onClick={() => setAdding(true)}
          >
            <Plus aria-hidden="true" size={16} />
            {`Choose ${kind}`}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ChoicesProps {
  kind: ItemsFieldProps['kind'];
  chosen: readonly string[];
  onAdd: (item: NamedItem) => void;
  onClose: () => void;
}

function Choices({ kind, chosen, onAdd, onClose }: ChoicesProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const { data, isError, refetch } = useQuery({
    ...endpointQuery(listChoices, { query: { kind, search } }),
    placeholderData: (before) => before,
  });
  const choices = data?.filter(({ key }) => !chosen.includes(key));
  return (
    <section aria-labelledby={id} className="rounded-control border border-line-strong p-3">
      <h4 id={id} className="sr-only">{`Choose ${kind}`}</h4>
      <TextField
        label={`Search ${kind}`}
        type="search"
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isError ? <LoadFailed message={`We could not load the ${kind}.`} onRetry={() => void refetch()} /> : null}
      {choices?.length === 0 ? <p className="mt-3 text-16 text-ink-soft">Nothing else fits.</p> : null}
      <ul className="mt-2 max-h-72 overflow-y-auto" aria-label={`Found ${kind}`}>
        {choices?.map((item) => (
          <li key={item.key} className="flex items-center gap-3 border-line border-b py-1.5 last:border-0">
            <span className="min-w-0 flex-1 break-words">
              <span className="block font-semibold">{item.title}</span>
              <span className="block text-14 text-ink-soft">{item.detail}</span>
            </span>
            <Button
              look="secondary"
              className="px-3.5"
              disabled={chosen.length >= maxItems}
              aria-label={`Add ${item.title}`}
              onClick={() => onAdd(item)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      <Button look="quiet" className="mt-2 px-3" onClick={onClose}>
        Done
      </Button>
    </section>
  );
}
