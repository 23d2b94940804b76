import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { CategoryGlyph } from '#web/ui/category-glyph.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { CategoryForm } from '../staff-contract.ts';
import { MoveButtons } from './list-parts.tsx';
import type { TypedCategory } from './typed-category.ts';

interface CategoryRowProps {
  row: TypedCategory;
  at: number;
  last: number;
  pack: CategoryForm | undefined;
  icons: readonly string[];
  errors: FieldErrors;
  onChange: (change: Partial<CategoryForm>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One category: its drawing and place, and its words. */
export function CategoryRow({ row, at, last, pack, icons, errors, onChange, onMove, onRemove }: CategoryRowProps) {
  const { slug, name, description, icon, color, isHidden, isOwn, listings } = row;
  const isPacks = pack?.name === name && (pack.description ?? '') === (description ?? '');
  const shownName = name || pack?.name || 'New category';
  return (
    <li className="rounded-control border border-line p-4">
      <fieldset className="grid gap-3">
        <legend className="sr-only">{shownName}</legend>
        <div className="flex flex-wrap items-center gap-2">
          <p className={`flex min-w-0 grow basis-56 items-center gap-3 text-14 text-ink-soft tint-${color}`}>
            <span className="tint-fill grid size-11 shrink-0 place-items-center rounded-control">
              <CategoryGlyph icon={icon} className="size-8" />
            </span>
            <span className="min-w-0 break-words">
              {isHidden ? <strong>hidden · </strong> : null}
              {slug === '' ? 'its address comes from the name' : `/category/${slug}`} ·{' '}
              <span className="numbers">{listings}</span> {listings === 1 ? 'listing' : 'listings'}
            </span>
          </p>
          <MoveButtons {...{ name: shownName, at, last, onMove }} />
        </div>
        <div className="grid gap-3 lg:grid-cols-[1fr_2fr]">
          <TextField
            label="Name"
            name={`${at}.name`}
            maxLength={60}
            autoComplete="off"
            value={name}
            error={errors[`${at}.name`]}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <TextField
            label="Description (optional)"
            name={`${at}.description`}
            maxLength={200}
            autoComplete="off"
            value={description ?? ''}
            error={errors[`${at}.description`]}
            onChange={({ target }) => onChange({ description: target.value })}
          />
          {isOwn ? (
            <SelectField
              label="Drawing"
              name={`${at}.icon`}
              value={icon}
              error={errors[`${at}.icon`]}
              onChange={({ target }) => onChange({ icon: target.value })}
            >
              {icons.map((one) => (
                <option key={one} value={one}>
                  {one === 'other' ? 'neutral' : one.replaceAll('-', ' ')}
                </option>
              ))}
            </SelectField>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-action"
              checked={isHidden}
              onChange={({ target }) => onChange({ isHidden: target.checked })}
            />
            <span>
              Hide<span className="sr-only"> {shownName}</span>; listings in it stay
            </span>
          </label>
          {pack && !isPacks ? (
            <SmallButton onClick={() => onChange({ name: pack.name, description: pack.description })}>
              The original words: {pack.name}
            </SmallButton>
          ) : null}
          {isOwn && listings === 0 ? <SmallButton onClick={onRemove}>Remove {shownName}</SmallButton> : null}
        </div>
      </fieldset>
    </li>
  );
}
