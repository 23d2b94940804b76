/** The categories' names, descriptions and order, with the way back of each and of all. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { CategoryGlyph } from '#web/ui/category-glyph.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Card } from '#web/ui/layout.tsx';
import {
  type CategoryWords,
  putStaffCategories,
  resetStaffCategories,
  type StaffCategories,
} from '../staff-contract.ts';
import { ListHistory } from './list-history.tsx';
import { MoveButtons, SaveButtons } from './list-parts.tsx';

type Row = StaffCategories['value'][number];

/** The stored words in the order of `words`, with what the form shows beside them. */
const inOrderOf = (words: readonly CategoryWords[], rows: readonly Row[]) =>
  words.flatMap((own) => {
    const row = rows.find(({ slug }) => slug === own.slug);
    return row ? [{ ...row, name: own.name, description: own.description }] : [];
  });

const entriesOf = (list: readonly CategoryWords[]) =>
  list.map(({ slug, name, description }) => ({ id: slug, name, words: { description: description ?? '' } }));

export function CategoriesForm({ categories }: { categories: StaffCategories }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [rows, setRows] = useState(categories.value);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const { changedAt, changedBy, packValue, history } = categories;

  /** The frame around this page names categories, too. */
  const refreshTown = () => client.fetchQuery({ ...cityQuery, staleTime: 0 }).catch(() => undefined);

  async function save(list: readonly Row[], done: string) {
    const value = list.map(({ slug, name, description }) => ({ slug, name, description: description?.trim() || null }));
    const refused = await run(() => callApi(client, putStaffCategories, { body: { value, changedAt } }), done);
    setErrors(refused ?? {});
    if (refused === null) {
      setRows([...list]);
      await refreshTown();
    } else if (form.current) focusFirstInvalid(form.current, refused);
  }
  async function reset() {
    const refused = await run(() => callApi(client, resetStaffCategories, {}), "Back to the city pack's own");
    if (refused !== null) return;
    setRows(inOrderOf(packValue, rows));
    setErrors({});
    await refreshTown();
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(rows, 'Saved. It shows on every page');
  };
  return (
    <>
      <Card className="p-5 sm:p-8">
        <form ref={form} noValidate aria-label="Categories" className="grid gap-4" onSubmit={submit}>
          <ol className="grid gap-3">
            {rows.map((row, at) => (
              <CategoryRow
                key={row.slug}
                row={row}
                at={at}
                last={rows.length - 1}
                pack={packValue.find(({ slug }) => slug === row.slug)}
                errors={errors}
                onChange={(words) => setRows(rows.map((old, place) => (place === at ? { ...old, ...words } : old)))}
                onMove={(to) => setRows(rows.toSpliced(at, 1).toSpliced(to, 0, row))}
              />
            ))}
          </ol>
          <SaveButtons {...{ changedAt, changedBy, isPending }} onReset={() => void reset()} />
        </form>
      </Card>
      <ListHistory
        history={history}
        entriesOf={entriesOf}
        isPending={isPending}
        onUse={(list) => void save(inOrderOf(list, rows), 'Back to how it was then')}
      />
    </>
  );
}

interface CategoryRowProps {
  row: Row;
  at: number;
  last: number;
  pack: CategoryWords | undefined;
  errors: FieldErrors;
  onChange: (words: Partial<CategoryWords>) => void;
  onMove: (to: number) => void;
}

function CategoryRow({ row, at, last, pack, errors, onChange, onMove }: CategoryRowProps) {
  const { slug, name, description, icon, color, listings } = row;
  const isPacks = pack?.name === name && (pack.description ?? '') === (description ?? '');
  return (
    <li className="rounded-control border border-line p-4">
      <fieldset className="grid gap-3">
        <legend className="sr-only">{name || pack?.name}</legend>
        <div className="flex flex-wrap items-center gap-2">
          <p className={`flex min-w-0 grow basis-56 items-center gap-3 text-14 text-ink-soft tint-${color}`}>
            <span className="tint-fill grid size-11 shrink-0 place-items-center rounded-control">
              <CategoryGlyph icon={icon} className="size-8" />
            </span>
            <span className="min-w-0 break-words">
              /category/{slug} · <span className="numbers">{listings}</span> {listings === 1 ? 'listing' : 'listings'}
            </span>
          </p>
          <MoveButtons {...{ name, at, last, onMove }} />
        </div>
        <div className="grid gap-3 lg:grid-cols-[1fr_2fr]">
          <TextField
            label="Name"
            name={`${at}.name`}
            maxLength={60}
            autoComplete="off"
            value={name}
            error={errors[`${at}.name`]}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <TextField
            label="Description (optional)"
            name={`${at}.description`}
            maxLength={200}
            autoComplete="off"
            value={description ?? ''}
            error={errors[`${at}.description`]}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </div>
        {pack && !isPacks ? (
          <p>
            <SmallButton onClick={() => onChange({ name: pack.name, description: pack.description })}>
              The pack’s words: {pack.name}
            </SmallButton>
          </p>
        ) : null}
      </fieldset>
    </li>
  );
}
