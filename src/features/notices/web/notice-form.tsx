import { type FormEvent, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { errorsByField } from '#shared/errors-by-field.ts';
import { fieldChanges } from '#shared/field-changes.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { type Severity, severities } from '../contract.ts';
import { maxNoticeLabel, maxNoticeText, NoticeForm } from '../staff-contract.ts';
import { NoticePreview } from './notice-preview.tsx';
import { fieldOf, instantOf } from './notice-times.ts';

/** The form's values: text, even for empty fields. */
interface Draft {
  severity: Severity;
  text: string;
  url: string;
  label: string;
  startsAt: string;
  endsAt: string;
}

const severityTexts: Record<Severity, string> = {
  info: 'Notice: good to know, such as a changed pick-up day',
  warning: 'Warning: people have to plan around it, such as a closed road',
  emergency: 'Emergency: act now, such as boiling water or leaving home',
};

const describe = (was: Draft, now: Draft) =>
  fieldChanges(
    was,
    now,
    {
      severity: 'How serious',
      text: 'Text',
      url: 'Link',
      label: 'Words of the link',
      startsAt: 'From',
      endsAt: 'Until',
    },
    // A time is stored as its field holds it: '2026-12-01T10:00'.
    (value) => String(value).replace(/^(\d{4}-\d\d-\d\d)T/, '$1, '),
  );

interface NoticeEditorProps {
  /** 'new' for one that is not stored yet. */
  id: string;
  notice: NoticeForm;
  /** Null for one that is not stored yet. */
  version: number | null;
  /** 'Put it up' */
  save: string;
  isPending: boolean;
  /** The reason of a refusal over what others have saved. */
  refusal: string | null;
  /**
   * `over` is the version that was edited. Calls `sent` when the server has it, before pages are read again. Returns errors by
   * field; null when it is saved.
   */
  onSave: (form: NoticeForm, over: number, sent: () => void) => Promise<FieldErrors | null>;
}

/** The form with a live preview of the bar. Times are in the city's local time. */
export function NoticeEditor({ id, notice, version, save, isPending, refusal, onSave }: NoticeEditorProps) {
  const { timeZone } = useCity();
  const stored: Draft = {
    severity: notice.severity,
    text: notice.text,
    url: notice.url ?? '',
    label: notice.label ?? '',
    startsAt: fieldOf(notice.startsAt, timeZone),
    endsAt: fieldOf(notice.endsAt, timeZone),
  };
  const kept = useKept({ thing: `notice:${id}`, noun: 'notice' }, stored, version === null ? null : String(version));
  const draft = kept.value;
  const [errors, setErrors] = useState<FieldErrors>({});
  const set = (changed: Partial<Draft>) => kept.set((before) => ({ ...before, ...changed }));
  const field = (name: 'text' | 'url' | 'label' | 'startsAt' | 'endsAt') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => set({ [name]: target.value }),
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const checked = NoticeForm.safeParse({
      ...draft,
      url: draft.url.trim() || null,
      label: draft.label.trim() || null,
      startsAt: instantOf(draft.startsAt, timeZone),
      endsAt: instantOf(draft.endsAt, timeZone),
    });
    const refused = checked.success
      ? await onSave(checked.data, Number(kept.version), () => kept.settle(draft))
      : errorsByField(checked.error);
    setErrors(refused ?? {});
    if (refused === null) return;
    kept.catchUp(refused);
    focusFirstInvalid(element, refused);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-3xl gap-4">
      {kept.notice}
      <SelectField
        label="How serious"
        name="severity"
        value={draft.severity}
        error={errors.severity}
        onChange={({ target }) => set({ severity: severities.find((one) => one === target.value) ?? 'info' })}
      >
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {severityTexts[severity]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Text"
        rows={3}
        maxLength={maxNoticeText}
        help="What has happened, where, and what to do. One or two sentences."
        {...field('text')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Link (optional)"
          inputMode="url"
          help="https://… or a page of this site, such as /news"
          {...field('url')}
        />
        <TextField
          label="Words of the link"
          maxLength={maxNoticeLabel}
          help="Left empty: Read more"
          {...field('label')}
        />
        <TextField label="From" type="datetime-local" help="Left empty: at once" {...field('startsAt')} />
        <TextField label="Until" type="datetime-local" help="Left empty: until you take it down" {...field('endsAt')} />
      </div>
      <NoticePreview
        severity={draft.severity}
        text={draft.text || 'What has happened, and what to do.'}
        url={draft.url.trim() || null}
        label={draft.label.trim() || null}
        endsAt={instantOf(draft.endsAt, timeZone)}
      />
      <ConflictNote kept={kept} refusal={refusal} describe={describe} />
      <p>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : save}
        </Button>
      </p>
    </form>
  );
}
