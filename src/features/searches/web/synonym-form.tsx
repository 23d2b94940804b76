import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
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
  onSave: (values: Values) => Promise<unknown>;
  /** After it is saved, and on Cancel. */
  onClose?: () => void;
}

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
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const names = useCategoryNames();
  const listId = useId();
  const kept = useKeptForm({ thing, noun: 'synonym' });
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    const refused = await run(async () => {
      await onSave({ term: isTermFixed ? values.term : text('term'), means: text('means') });
      kept.settle();
    }, done);
    setErrors(refused ?? {});
    if (refused !== null) return;
    form.reset();
    kept.settle();
    onClose?.();
  }
  return (
    <form
      ref={kept.ref}
      noValidate
      onSubmit={submit}
      className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto]"
    >
      {kept.notice}
      {isTermFixed ? null : (
        <TextField
          label="People type"
          name="term"
          defaultValue={values.term}
          error={errors.term}
          maxLength={60}
          autoComplete="off"
        />
      )}
      <TextField
        label={isTermFixed ? `“${values.term}” means` : 'It means'}
        name="means"
        defaultValue={values.means}
        error={errors.means ?? (isTermFixed ? errors.term : undefined)}
        help="Another word, or a category"
        list={listId}
        maxLength={60}
        autoComplete="off"
        ref={onClose ? takeFocus : undefined}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="flex gap-2 lg:pt-8">
        <SmallButton type="submit" look="primary" disabled={isPending}>
          {action}
        </SmallButton>
        {onClose ? <SmallButton onClick={onClose}>Cancel</SmallButton> : null}
      </div>
    </form>
  );
}
