/** The form of the properties that listings may have: names, groups, words, order, hiding, and properties of the town's own. */
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
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
import { PropertyRow } from './property-row.tsx';
import { entriesOf, typed, untyped } from './typed-property.ts';

const maxProperties = 60;

export function PropertiesForm({ properties }: { properties: StaffProperties }) {
  const client = useQueryClient();
  const { isPending, attempt, run } = useStaffAction();
  const [rows, setRows] = useState(() => typed(properties.value));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isAsking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const added = useRef(0);
  const { changedAt, changedBy, history, icons, value } = properties;
  const isShownNow = new Set(value.filter(({ isHidden }) => !isHidden).map(({ key }) => key));
  const goes = rows.filter(({ key, isHidden, listings }) => isHidden && listings > 0 && isShownNow.has(key));

  async function save(list: readonly PropertyForm[], done: string) {
    setAsking(false);
    const refused = await run(async () => {
      const { answer } = await callApi(client, putStaffProperties, { body: { value: [...list], changedAt } });
      setRows(typed(answer.value));
    }, done);
    setErrors(refused ?? {});
    if (refused && form.current) focusFirstInvalid(form.current, refused);
  }
  const saveRows = () => save(rows.map(untyped), 'Saved. It shows on every page');
  const reset = () =>
    attempt(() => callApi(client, resetStaffProperties, {}), "Back to the city pack's own").then(
      ({ answer }) => {
        setRows(typed(answer.value));
        setErrors({});
      },
      () => undefined,
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (goes.length > 0 && !isAsking) setAsking(true);
    else void saveRows();
  };
  const add = () => {
    added.current += 1;
    const group = rows.at(-1)?.group ?? '';
    const empty = { key: '', name: '', group, words: '', icon: icons[0] ?? '', isHidden: false };
    setRows([...rows, { ...empty, id: `new-${added.current}`, isOwn: true, listings: 0 }]);
  };
  return (
    <>
      <Card className="p-5 sm:p-8">
        <form ref={form} noValidate aria-label="Properties" className="grid gap-4" onSubmit={submit}>
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
              <SmallButton onClick={add}>
                <Plus aria-hidden="true" size={18} />
                Add a property
              </SmallButton>
            </p>
          ) : null}
          {isAsking && goes.length > 0 ? (
            <HidingQuestion goes={goes} onYes={() => void saveRows()} onNo={() => setAsking(false)} />
          ) : (
            <SaveButtons {...{ changedAt, changedBy, isPending }} onReset={() => void reset()} />
          )}
        </form>
      </Card>
      <ListHistory
        history={history}
        entriesOf={entriesOf}
        isPending={isPending}
        onUse={(list) => void save(list, 'Back to how it was then')}
      />
    </>
  );
}
