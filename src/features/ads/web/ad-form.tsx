import { type FormEvent, useState } from 'react';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { PictureField } from '#features/staff-frame/web/picture-field.tsx';
import { errorsByField } from '#shared/errors-by-field.ts';
import { fieldChanges } from '#shared/field-changes.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { AdForm, maxWeight } from '../staff-contract.ts';
import { BannerAdView, SidebarAdView } from './ad-view.tsx';

/** The form's values: text, even for numbers and empty fields. */
type Draft = Omit<AdForm, 'imageUrl' | 'weight' | 'startsOn' | 'endsOn'> &
  Record<'imageUrl' | 'weight' | 'startsOn' | 'endsOn', string>;

const draftOf = (ad: AdForm): Draft => ({
  ...ad,
  imageUrl: ad.imageUrl ?? '',
  weight: String(ad.weight),
  startsOn: ad.startsOn ?? '',
  endsOn: ad.endsOn ?? '',
});

function check(draft: Draft): { form: AdForm | null; errors: FieldErrors } {
  const result = AdForm.safeParse({
    ...draft,
    imageUrl: draft.imageUrl || null,
    weight: Number(draft.weight),
    startsOn: draft.startsOn || null,
    endsOn: draft.endsOn || null,
  });
  if (result.success) return { form: result.data, errors: {} };
  return { form: null, errors: errorsByField(result.error) };
}

const describe = (was: Draft, now: Draft) => [
  ...fieldChanges(was, now, {
    slot: 'Place',
    title: 'Headline',
    text: 'Text',
    label: 'Button',
    url: 'Link',
    imageAlt: 'What the picture shows',
    startsOn: 'First day',
    endsOn: 'Last day',
    weight: 'Weight',
  }),
  ...(was.imageUrl === now.imageUrl ? [] : [{ text: 'Another picture' }]),
];

interface AdFormProps {
  /** 'new' for one that is not stored yet. */
  id: string;
  ad: AdForm;
  /** Null for one that is not stored yet. */
  version: number | null;
  save: string;
  isPending: boolean;
  /** The reason of a refusal over what others have saved. */
  refusal: string | null;
  /**
   * `over` is the version that was edited. Calls `sent` when the server has it, before pages are read again. Returns errors by
   * field; null when it is saved.
   */
  onSave: (form: AdForm, over: number, sent: () => void) => Promise<FieldErrors | null>;
}

/** The form with a live preview of the ad. */
export function AdEditor({ id, ad, version, save, isPending, refusal, onSave }: AdFormProps) {
  const kept = useKept({ thing: `ad:${id}`, noun: 'ad' }, draftOf(ad), version === null ? null : String(version));
  const draft = kept.value;
  const [errors, setErrors] = useState<FieldErrors>({});
  const set = (changed: Partial<Draft>) => kept.set((before) => ({ ...before, ...changed }));
  const text = (name: 'title' | 'text' | 'label' | 'url' | 'imageAlt' | 'weight' | 'startsOn' | 'endsOn') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [name]: target.value }),
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const checked = check(draft);
    const refused = checked.form
      ? await onSave(checked.form, Number(kept.version), () => kept.settle(draft))
      : checked.errors;
    setErrors(refused ?? {});
    if (refused === null) return;
    kept.catchUp(refused);
    focusFirstInvalid(element, refused);
  }

  const shown = {
    id: 'preview',
    title: draft.title || 'Headline',
    text: draft.text || 'What it says.',
    label: draft.label || 'Button',
    url: check({ ...draft, title: 'x', text: 'x', label: 'x' }).errors.url ? '/' : draft.url,
    imageUrl: draft.imageUrl || null,
    imageAlt: draft.imageAlt,
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {kept.notice}
        <SelectField
          label="Place"
          name="slot"
          value={draft.slot}
          error={errors.slot}
          onChange={({ target }) => set({ slot: target.value === 'sidebar' ? 'sidebar' : 'banner' })}
        >
          <option value="banner">Banner, across the top of the home page</option>
          <option value="sidebar">Sidebar, beside the newest members</option>
        </SelectField>
        <TextField label="Headline" maxLength={60} {...text('title')} />
        <TextField label="Text" maxLength={160} {...text('text')} />
        <TextField label="Button" maxLength={30} help="For example: Visit our shop" {...text('label')} />
        <TextField
          label="Link"
          inputMode="url"
          help="https://… or a page of this site, such as /contact"
          {...text('url')}
        />
        <PictureField
          label="Picture"
          help="Twice as wide as high looks best. It may be left out."
          src={draft.imageUrl || null}
          error={errors.imageUrl}
          onChange={(imageUrl) => set({ imageUrl: imageUrl ?? '' })}
        />
        {draft.imageUrl ? (
          <TextField
            label="What the picture shows"
            help="For people who cannot see it. Leave it empty when the picture only decorates."
            maxLength={200}
            {...text('imageAlt')}
          />
        ) : null}
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label="First day" type="date" {...text('startsOn')} />
          <TextField label="Last day" type="date" {...text('endsOn')} />
          <TextField label="Weight" type="number" min={1} max={maxWeight} {...text('weight')} />
        </div>
        <p className="text-14 text-ink-soft">
          Both days are included; empty means no limit. Banners take turns: one of weight 2 is shown twice as often as
          one of weight 1. In the sidebar the heavier stands higher.
        </p>
        <ConflictNote kept={kept} refusal={refusal} describe={describe} />
        <p>
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Saving...' : save}
          </Button>
        </p>
      </form>
      <section aria-labelledby="preview" className="lg:sticky lg:top-4">
        <h2 id="preview" className="mb-2 text-21">
          As visitors see it
        </h2>
        <div className={draft.slot === 'sidebar' ? 'max-w-[21.25rem]' : ''}>
          {draft.slot === 'sidebar' ? <SidebarAdView ad={shown} /> : <BannerAdView ad={shown} />}
        </div>
      </section>
    </div>
  );
}

/** Asks for confirmation before it deletes the ad. */
export function RemoveAd({ isPending, onRemove }: { isPending: boolean; onRemove: () => void }) {
  return (
    <AskFirst
      label="Remove"
      look="danger"
      consequence="Its counts go, too."
      action="Remove for good"
      isPending={isPending}
      onSure={onRemove}
    />
  );
}
