import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { type BusinessExtras, BusinessForm, PlainTexts } from '#features/businesses/business-form.ts';
import { PlaceField } from '#features/businesses/web/place-field.tsx';
import { PropertiesField } from '#features/businesses/web/properties-field.tsx';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { withStored } from '#features/categories/web/offered-categories.ts';
import { labelOf, type PlainText, plainTexts } from '#shared/listing-fields.ts';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import type { StaffBusiness } from '../contract.ts';

/** Corrections by staff; properties and the place only when staff have changed them. */
export type StaffEdits = WrittenTexts & Pick<BusinessExtras, 'properties'> & Partial<TypedPlace>;

type TypedPlace = Record<'latitude' | 'longitude', string>;

const WrittenTexts = z.extend(BusinessForm, PlainTexts.shape);
type WrittenTexts = z.infer<typeof WrittenTexts>;

interface EditsFormProps {
  business: StaffBusiness;
  isPending: boolean;
  /** The button's label. */
  label: string;
  /** Returns errors by field; null when it is done. */
  onSubmit: (edits: StaffEdits) => Promise<FieldErrors | null>;
  onCancel: () => void;
}

/** The form with which staff correct a business. */
export function EditsForm({ business, isPending, label, onSubmit, onCancel }: EditsFormProps) {
  const categories = withStored(useQuery(categoriesQuery).data ?? [], business);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [properties, setProperties] = useState<string[] | undefined>(undefined);
  const [place, setPlace] = useState<TypedPlace | undefined>(undefined);
  const [category, setCategory] = useState(business.category);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkForm(WrittenTexts, form);
    setErrors(checked.errors);
    if (checked.values === null) return focusFirstInvalid(form, checked.errors);
    const refused = (await onSubmit({ ...checked.values, ...(properties ? { properties } : {}), ...place })) ?? {};
    setErrors(refused);
    focusFirstInvalid(form, refused);
  }

  const field = (name: 'name' | 'address' | 'phone' | 'email' | 'website' | PlainText) => (
    <TextField key={name} label={labelOf(name)} name={name} defaultValue={business[name] ?? ''} error={errors[name]} />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 rounded-control border border-line-strong p-4 sm:grid-cols-2"
    >
      {field('name')}
      <SelectField
        // The list may arrive after the form.
        key={categories.length}
        label="Category"
        name="category"
        defaultValue={business.category}
        error={errors['category']}
        onChange={({ target }) => setCategory(target.value)}
      >
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
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
          defaultValue={business.description ?? ''}
          error={errors['description']}
        />
      </div>
      <div className="sm:col-span-2">
        <h3 className="mb-1 text-18">Good to know</h3>
        <PropertiesField
          category={category}
          chosen={properties ?? business.properties}
          error={errors['properties']}
          onChange={setProperties}
        />
      </div>
      <section className="sm:col-span-2">
        <h3 className="mb-1 text-18">Where it is</h3>
        <PlaceField
          latitude={place?.latitude ?? String(business.latitude ?? '')}
          longitude={place?.longitude ?? String(business.longitude ?? '')}
          address={business.address ?? ''}
          errors={errors}
          onChange={setPlace}
        />
      </section>
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
