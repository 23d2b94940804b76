import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { fieldChanges } from '#shared/field-changes.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { SynonymForm as Values } from '../staff-contract.ts';
import { useCategoryNames } from './use-category-names.ts';

interface SynonymFormProps {
  /** Names what is typed in this browser, which keeps it until it is saved. */
  thing: string;
  values: Values;
  /** A missed search keeps its text. */
  isTermFixed?: boolean;
  /** On the button. */
  action: string;
  done: string;
  /** `was` is the stored synonym over which this was typed. */
  onSave: (values: Values, was: Values) => Promise<unknown>;
  /** After it is saved, and on Cancel. */
  onClose?: () => void;
}

const describe = (was: Values, now: Values) => fieldChanges(was, now, { term: 'People type', means: 'It means' });

/** 'what people type' means 'other words or a category'. */
export function SynonymForm({
  thing,
  values,
  isTermFixed = false,
  action,
  done,
  onSave,
  onClose,
}: SynonymFormProps): ReactNode {
  const { isPending, refusal, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const names = useCategoryNames();
  const listId = useId();
  const kept = useKept({ thing, noun: 'synonym' }, values, JSON.stringify(values));
  const { term, means } = kept.value;
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = { term: term.trim(), means: means.trim() };
    const refused = await run(async () => {
      await onSave(sent, kept.standing);
      // A form for a new one begins anew.
      kept.settle(values.means === '' ? values : sent);
    }, done);
    setErrors(refused ?? {});
    if (refused === null) onClose?.();
    else kept.catchUp(refused);
  }
  const type = (changed: Partial<Values>) => kept.set((before) => ({ ...before, ...changed }));
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto]"
    >
      {kept.notice}
      {isTermFixed ? null : (
        <TextField
          label="People type"
          name="term"
          value={term}
          error={errors.term}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => type({ term: target.value })}
        />
      )}
      <TextField
        label={isTermFixed ? `“${term}” means` : 'It means'}
        name="means"
        value={means}
        error={errors.means ?? (isTermFixed ? errors.term : undefined)}
        help="Another word, or a category"
        list={listId}
        maxLength={60}
        autoComplete="off"
        ref={onClose ? takeFocus : undefined}
        onChange={({ target }) => type({ means: target.value })}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ConflictNote kept={kept} refusal={refusal} describe={describe} />
      <div className="flex gap-2 lg:pt-8">
        <SmallButton type="submit" look="primary" disabled={isPending}>
          {action}
        </SmallButton>
        {onClose ? <SmallButton onClick={onClose}>Cancel</SmallButton> : null}
      </div>
    </form>
  );
}
