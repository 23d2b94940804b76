/** The form of the properties that listings may have: names, groups, words, order, hiding, and properties of the town's own. */
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { Card } from '#web/ui/layout.tsx';
import {
  type PropertyForm,
  putStaffProperties,
  resetStaffProperties,
  type StaffProperties,
} from '../staff-contract.ts';
import { HidingQuestion } from './hiding-question.tsx';
import { ListHistory } from './list-history.tsx';
import { SaveButtons } from './list-parts.tsx';
import { PropertiesPreview } from './properties-preview.tsx';
import { PropertyRow } from './property-row.tsx';
import { entriesOf, rowChanges, type TypedProperty, typed, untyped } from './typed-property.ts';

const maxProperties = 60;

export function PropertiesForm({ properties }: { properties: StaffProperties }) {
  const client = useQueryClient();
  const { isPending, refusal, run } = useStaffAction();
  const { changedAt, changedBy, history, icons, value } = properties;
  const kept = useKept({ thing: 'properties', noun: 'list' }, typed(value), changedAt);
  const { value: rows, set: setRows } = kept;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isAsking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isShownNow = new Set(value.filter(({ isHidden }) => !isHidden).map(({ key }) => key));
  const goes = rows.filter(({ key, isHidden, listings }) => isHidden && listings > 0 && isShownNow.has(key));

  /** Stores a list, and continues from it. */
  async function store(act: () => Promise<{ answer: StaffProperties }>, done: string) {
    setAsking(false);
    const refused = await run(async () => {
      const { answer } = await act();
      kept.settle(typed(answer.value));
    }, done);
    setErrors(refused ?? {});
    if (refused === null) return;
    kept.catchUp(refused);
    if (form.current) focusFirstInvalid(form.current, refused);
  }
  const save = (list: readonly PropertyForm[], over: string | null, done: string) =>
    store(() => callApi(client, putStaffProperties, { body: { value: [...list], changedAt: over } }), done);
  const saveRows = () => save(rows.map(untyped), kept.version, 'Saved. It shows on every page');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (goes.length > 0 && !isAsking) setAsking(true);
    else void saveRows();
  };
  return (
    <>
      <Card className="p-5 sm:p-8">
        <form ref={form} noValidate aria-label="Properties" className="grid gap-4" onSubmit={submit}>
          {kept.notice}
          <datalist id="groups">
            {[...new Set(rows.map(({ group }) => group))].map((group) => (
              <option key={group} value={group} />
            ))}
          </datalist>
          <ol className="grid gap-2">
            {rows.map((row, at) => (
              <PropertyRow
                key={row.id}
                row={row}
                at={at}
                last={rows.length - 1}
                icons={icons}
                errors={errors}
                onChange={(change) => setRows(rows.map((old, place) => (place === at ? { ...old, ...change } : old)))}
                onMove={(to) => setRows(rows.toSpliced(at, 1).toSpliced(to, 0, row))}
                onRemove={() => setRows(rows.toSpliced(at, 1))}
              />
            ))}
          </ol>
          {rows.length < maxProperties ? (
            <p>
              <SmallButton onClick={() => setRows([...rows, newRow(rows, icons)])}>
                <Plus aria-hidden="true" size={18} />
                Add a property
              </SmallButton>
            </p>
          ) : null}
          <PropertiesPreview rows={rows} />
          <ConflictNote kept={kept} refusal={refusal} describe={rowChanges} />
          {isAsking && goes.length > 0 ? (
            <HidingQuestion goes={goes} onYes={() => void saveRows()} onNo={() => setAsking(false)}>
              visitors do not see it any more, and searches and filters do not find it. The listings keep it.
            </HidingQuestion>
          ) : (
            <SaveButtons
              {...{ changedAt, changedBy, isPending }}
              onReset={() =>
                void store(
                  () => callApi(client, resetStaffProperties, { query: { changedAt: changedAt ?? undefined } }),
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
        onUse={(list) => void save(list, changedAt, 'Back to how it was then')}
      />
    </>
  );
}

/** An empty row in the last group. Its id differs from those of rows that the browser has kept. */
function newRow(rows: readonly TypedProperty[], icons: readonly string[]): TypedProperty {
  const ids = new Set(rows.map(({ id }) => id));
  let number = 1;
  while (ids.has(`new-${number}`)) number++;
  const empty = {
    key: '',
    name: '',
    group: rows.at(-1)?.group ?? '',
    words: '',
    icon: icons[0] ?? '',
    isHidden: false,
  };
  return { ...empty, id: `new-${number}`, isOwn: true, listings: 0 };
}
