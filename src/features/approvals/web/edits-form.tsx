import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { addressHint } from '#features/businesses/address-hint.ts';
import { type BusinessExtras, BusinessForm, PlainTexts } from '#features/businesses/business-form.ts';
import { phoneError, phoneHint } from '#features/businesses/phone-link.ts';
import { PlaceField } from '#features/businesses/web/place-field.tsx';
import { PropertiesField } from '#features/businesses/web/properties-field.tsx';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { withStored } from '#features/categories/web/offered-categories.ts';
import { fieldChanges } from '#shared/field-changes.ts';
import { isSame } from '#shared/is-same.ts';
import { labelOf, type PlainText, plainTexts } from '#shared/listing-fields.ts';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import type { StaffBusiness } from '../contract.ts';

/** Asks about what looks like a slip of the finger. */
const hintOf: Partial<Record<string, (text: string) => string>> = { phone: phoneHint, address: addressHint };

/** Corrections by staff; properties and the place only when staff have changed them. */
type StaffEdits = WrittenTexts & Pick<BusinessExtras, 'properties'> & Partial<TypedPlace>;

type TypedPlace = Record<'latitude' | 'longitude', string>;

const WrittenTexts = z.extend(BusinessForm, PlainTexts.shape);
type WrittenTexts = z.infer<typeof WrittenTexts>;

/** Edits, and what they were typed over. */
export interface TypedEdits {
  edits: StaffEdits;
  version: number;
  /** The edits are stored: the browser need not keep them any longer. */
  settle: () => void;
}

const textNames = [
  ...(['name', 'category', 'address', 'phone', 'email', 'website'] as const),
  ...plainTexts,
  'description',
] as const;

const textLabels = Object.fromEntries(
  textNames.filter((name) => name !== 'category').map((name) => [name, labelOf(name)]),
);

/** The part of a listing that the form shows. */
type Edited = Pick<StaffBusiness, (typeof textNames)[number] | 'properties' | 'latitude' | 'longitude'> & {
  categoryName: string;
  version: number;
};

/** A listing that is not there yet. */
export const newListing = {
  ...(Object.fromEntries(textNames.map((name) => [name, ''])) as Record<(typeof textNames)[number], string>),
  ...{ categoryName: '', properties: [], latitude: null, longitude: null, version: 0 },
};

/** The form's values: text, even for empty fields. */
function typedOf(business: Edited) {
  const { properties, latitude, longitude } = business;
  const texts = textNames.map((name) => [name, business[name] ?? ''] as const);
  const place = { latitude: String(latitude ?? ''), longitude: String(longitude ?? '') };
  return { texts: Object.fromEntries(texts) as Record<(typeof textNames)[number], string>, properties, place };
}

type Typed = ReturnType<typeof typedOf>;

/** The category and the properties have names of their own on screen: their words stand in the fields. */
const describe = (was: Typed, now: Typed) => [
  ...fieldChanges(was.texts, now.texts, textLabels),
  ...(was.texts.category === now.texts.category ? [] : [{ text: 'Another category' }]),
  ...(isSame(was.properties, now.properties) ? [] : [{ text: `Other choices under ${labelOf('properties')}` }]),
  ...(isSame(was.place, now.place) ? [] : [{ text: 'Another place on the map' }]),
];

interface EditsFormProps {
  business: Edited;
  /** Null: it is about to be added. */
  id: string | null;
  isPending: boolean;
  /** The sentence of the last refusal over what others have saved, which names them. */
  refusal?: string | null;
  /** The button's label. */
  label: string;
  /** Returns errors by field; null when it is done, or when staff are asked about a duplicate. */
  onSubmit: (typed: TypedEdits) => Promise<FieldErrors | null>;
  onCancel: () => void;
}

/** The values as they are typed, over those that are stored. */
function useTypedEdits(business: Edited, id: string | null) {
  const stored = typedOf(business);
  const thing = `listing-edits:${id ?? 'new'}`;
  const kept = useKept({ thing, noun: 'listing', depth: 2 }, stored, String(business.version));
  const { texts, properties, place } = kept.value;
  return {
    ...{ kept, texts, properties, place },
    type: (changed: Partial<typeof texts>) =>
      kept.set((before) => ({ ...before, texts: { ...before.texts, ...changed } })),
    /** Parts of the edits that stand only where they differ. */
    changed: {
      ...(isSame(properties, stored.properties) ? {} : { properties }),
      ...(isSame(place, stored.place) ? {} : place),
    },
  };
}

/** The form opens in the place of a button: the focus goes on in it. A page of its own begins at its heading. */
function useFirstFieldFocus(isOpened: boolean) {
  const box = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (isOpened) box.current?.querySelector('input')?.focus();
  }, [isOpened]);
  return box;
}

interface CategoryFieldProps {
  /** Undefined: the listing is about to be added. */
  stored: Edited | undefined;
  value: string;
  error: string | undefined;
  onChange: (category: string) => void;
}

function CategoryField({ stored, value, error, onChange }: CategoryFieldProps) {
  const categories = withStored(useQuery(categoriesQuery).data ?? [], stored);
  return (
    <SelectField
      // The list may arrive after the form.
      key={categories.length}
      label="Category"
      name="category"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      {stored === undefined ? <option value="">Choose one</option> : null}
      {categories.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** The form with which staff correct a business, or add one. */
export function EditsForm({ business, id, isPending, refusal = null, label, onSubmit, onCancel }: EditsFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const { kept, texts, properties, place, type, changed } = useTypedEdits(business, id);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkForm(WrittenTexts, form);
    const found = { ...checked.errors, ...phoneError(texts.phone) };
    setErrors(found);
    if (checked.values === null || found.phone !== undefined) return focusFirstInvalid(form, found);
    const edits = { ...checked.values, ...changed };
    const settle = () => kept.settle(kept.value);
    const refused = await onSubmit({ edits, version: Number(kept.version), settle });
    setErrors(refused ?? {});
    if (refused === null) return;
    // A refusal names what others have written, field by field.
    kept.catchUp({});
    focusFirstInvalid(form, refused);
  }

  const box = useFirstFieldFocus(id !== null);

  const field = (name: 'name' | 'address' | 'phone' | 'email' | 'website' | PlainText) => (
    <TextField
      key={name}
      label={labelOf(name)}
      name={name}
      value={texts[name]}
      error={errors[name]}
      hint={hintOf[name] && (errors[name] ? '' : hintOf[name](texts[name]))}
      onChange={({ target }) => type({ [name]: target.value })}
    />
  );
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 rounded-control border border-line-strong p-4 sm:grid-cols-2"
    >
      {kept.notice}
      {field('name')}
      <CategoryField
        stored={id === null ? undefined : business}
        value={texts.category}
        error={errors['category']}
        onChange={(category) => type({ category })}
      />
      {field('address')}
      {field('phone')}
      {field('email')}
      {field('website')}
      {plainTexts.map(field)}
      <div className="sm:col-span-2">
        <TextArea
          label="Description"
          name="description"
          rows={5}
          value={texts.description}
          error={errors['description']}
          onChange={({ target }) => type({ description: target.value })}
        />
      </div>
      <div className="sm:col-span-2">
        <h2 className="mb-1 text-18">Good to know</h2>
        <PropertiesField
          category={texts.category}
          chosen={properties}
          error={errors['properties']}
          onChange={(chosen) => kept.set((before) => ({ ...before, properties: chosen }))}
        />
      </div>
      <section className="sm:col-span-2">
        <h2 className="mb-1 text-18">Where it is</h2>
        <PlaceField
          {...place}
          address={id === null ? texts.address : (business.address ?? '')}
          errors={errors}
          onChange={(typed) => kept.set((before) => ({ ...before, place: typed }))}
        />
      </section>
      <ConflictNote
        kept={kept}
        refusal={refusal ?? 'This listing was changed while you had it open.'}
        describe={describe}
      />
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : label}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
