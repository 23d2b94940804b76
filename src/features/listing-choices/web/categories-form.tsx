/** The form of the categories: names, descriptions, order, hiding, and categories of the town's own. */
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { Card } from '#web/ui/layout.tsx';
import {
  type CategoryForm,
  putStaffCategories,
  resetStaffCategories,
  type StaffCategories,
} from '../staff-contract.ts';
import { CategoriesPreview } from './categories-preview.tsx';
import { CategoryRow } from './category-row.tsx';
import { HidingQuestion } from './hiding-question.tsx';
import { ListHistory } from './list-history.tsx';
import { SaveButtons } from './list-parts.tsx';
import { entriesOf, ofHistory, rowChanges, type TypedCategory, typed, untyped } from './typed-category.ts';

const maxCategories = 60;

export function CategoriesForm({ categories }: { categories: StaffCategories }) {
  const client = useQueryClient();
  const { isPending, refusal, run } = useStaffAction();
  const { changedAt, changedBy, packValue, history, icons, value } = categories;
  const kept = useKept({ thing: 'categories', noun: 'list' }, typed(value), changedAt);
  const { value: rows, set: setRows } = kept;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isAsking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isShownNow = new Set(value.filter(({ isHidden }) => !isHidden).map(({ slug }) => slug));
  const goes = rows.filter(({ slug, isHidden, listings }) => isHidden && listings > 0 && isShownNow.has(slug));

  /** Stores a list, and continues from it. The frame around this page names categories, too. */
  async function store(act: () => Promise<{ answer: StaffCategories }>, done: string) {
    setAsking(false);
    const refused = await run(async () => {
      const { answer } = await act();
      kept.settle(typed(answer.value));
    }, done);
    setErrors(refused ?? {});
    if (refused === null) await client.fetchQuery({ ...cityQuery, staleTime: 0 }).catch(() => undefined);
    else {
      kept.catchUp(refused);
      if (form.current) focusFirstInvalid(form.current, refused);
    }
  }
  const save = (list: readonly CategoryForm[], over: string | null, done: string) =>
    store(() => callApi(client, putStaffCategories, { body: { value: [...list], changedAt: over } }), done);
  const saveRows = () => save(rows.map(untyped), kept.version, 'Saved. It shows on every page');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (goes.length > 0 && !isAsking) setAsking(true);
    else void saveRows();
  };
  return (
    <>
      <Card className="p-5 sm:p-8">
        <form ref={form} noValidate aria-label="Categories" className="grid gap-4" onSubmit={submit}>
          {kept.notice}
          <ol className="grid gap-3">
            {rows.map((row, at) => (
              <CategoryRow
                key={row.id}
                row={row}
                at={at}
                last={rows.length - 1}
                pack={packValue.find(({ slug }) => slug === row.slug)}
                icons={icons}
                errors={errors}
                onChange={(change) => setRows(rows.map((old, place) => (place === at ? { ...old, ...change } : old)))}
                onMove={(to) => setRows(rows.toSpliced(at, 1).toSpliced(to, 0, row))}
                onRemove={() => setRows(rows.toSpliced(at, 1))}
              />
            ))}
          </ol>
          {rows.length < maxCategories ? (
            <p>
              <SmallButton onClick={() => setRows([...rows, newRow(rows)])}>
                <Plus aria-hidden="true" size={18} />
                Add a category
              </SmallButton>
            </p>
          ) : null}
          <CategoriesPreview rows={rows} />
          <ConflictNote kept={kept} refusal={refusal} describe={rowChanges} />
          {isAsking && goes.length > 0 ? (
            <HidingQuestion goes={goes} onYes={() => void saveRows()} onNo={() => setAsking(false)}>
              nobody is offered it any more: it is gone from the home page, forms, filters, suggestions and imports. Its
              listings keep it and are found as before, and its page stays for those who have the address.
            </HidingQuestion>
          ) : (
            <SaveButtons
              {...{ changedAt, changedBy, isPending }}
              onReset={() =>
                void store(
                  () => callApi(client, resetStaffCategories, { query: { changedAt: changedAt ?? undefined } }),
                  'Back to the original',
                )
              }
            />
          )}
        </form>
      </Card>
      <ListHistory
        history={history}
        entriesOf={entriesOf}
        isPending={isPending}
        onUse={(list) => void save(ofHistory(list), changedAt, 'Back to how it was then')}
      />
    </>
  );
}

/** An empty row. Its id differs from those of rows that the browser has kept. */
function newRow(rows: readonly TypedCategory[]): TypedCategory {
  const ids = new Set(rows.map(({ id }) => id));
  let number = 1;
  while (ids.has(`new-${number}`)) number++;
  const empty = { slug: '', name: '', description: null, icon: 'other', isHidden: false };
  return { ...empty, id: `new-${number}`, color: 'gray', isOwn: true, listings: 0 };
}
