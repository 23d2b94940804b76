import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { type StoredCategory, withStored } from '#features/categories/web/offered-categories.ts';
import { helpOf, labelOf, plainTexts } from '#shared/listing-fields.ts';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { phoneHint } from '../phone-link.ts';
import { AddressField } from './address-field.tsx';
import type { BusinessFormState } from './use-business-form.ts';

/** The lines that no form names, each with its label and limit from the list. */
export function PlainTextFields({ form }: { form: BusinessFormState }) {
  return plainTexts.map((field) => (
    <TextField
      key={field}
      name={field}
      label={labelOf(field)}
      help={helpOf(field)}
      value={form.values[field]}
      error={form.errors[field]}
      onChange={(event) => form.set({ [field]: event.target.value })}
    />
  ));
}

/** The select's value for 'none yet': an item of the select must not have an empty value. */
const none = 'none';

interface BusinessFieldsProps {
  form: BusinessFormState;
  /** The category that the stored listing is in. */
  stored?: StoredCategory;
  /** Remarks that come up while these are typed. */
  below?: Record<'name' | 'address', ReactNode>;
}

/** The fields of the add form, in the order shown. */
export function BusinessFields({ form, stored, below }: BusinessFieldsProps) {
  const { data: offered = [] } = useQuery(categoriesQuery);
  const categories = withStored(offered, stored);
  const { values, errors, set } = form;
  const text = (field: 'name' | 'address' | 'phone' | 'email' | 'website') => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  });
  return (
    <>
      <div>
        <TextField label="Business Name" marked required autoComplete="organization" {...text('name')} />
        {below?.name}
      </div>
      <TextArea
        label="Description"
        marked
        required
        rows={5}
        name="description"
        help="What you offer, and what you are known for. At least 10 characters."
        value={values.description}
        error={errors.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <SelectField
        label="Category"
        marked
        required
        name="category"
        value={values.category || none}
        error={errors.category}
        onChange={(event) => set({ category: event.target.value === none ? '' : event.target.value })}
      >
        <option value={none} disabled>
          Select a category
        </option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <div>
        <AddressField {...text('address')} />
        {below?.address}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          hint={errors['phone'] ? '' : phoneHint(values.phone)}
          {...text('phone')}
        />
        <TextField label="Email" type="email" autoComplete="email" {...text('email')} />
      </div>
      <TextField
        label="Website"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        {...text('website')}
      />
    </>
  );
}
