import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { PropertyGlyph } from '#web/ui/property-glyph.tsx';
import { MoveButtons } from './list-parts.tsx';
import type { TypedProperty } from './typed-property.ts';

interface PropertyRowProps {
  row: TypedProperty;
  at: number;
  last: number;
  icons: readonly string[];
  errors: FieldErrors;
  onChange: (change: Partial<TypedProperty>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One property: its line, and its words folded away below. */
export function PropertyRow({ row, at, last, icons, errors, onChange, onMove, onRemove }: PropertyRowProps) {
  const { key, name, group, icon, isHidden, isOwn, listings } = row;
  const isWrong = Object.keys(errors).some((field) => field.startsWith(`${at}.`));
  const shownName = name || 'New property';
  return (
    <li className="rounded-control border border-line px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex min-w-0 flex-1 items-center gap-3 text-16">
          <PropertyGlyph icon={icon} className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 break-words">
            <span className={isHidden ? 'text-ink-soft line-through' : 'font-semibold'}>{shownName}</span>
            <span className="block text-14 text-ink-soft">
              {isHidden ? 'hidden · ' : ''}
              {group} · <span className="numbers">{listings}</span> {listings === 1 ? 'listing' : 'listings'}
            </span>
          </span>
        </p>
        <MoveButtons name={shownName} at={at} last={last} onMove={onMove} />
      </div>
      <details open={isWrong || key === ''}>
        <summary className="min-h-11 cursor-pointer py-2 underline">
          Change<span className="sr-only"> {shownName}</span>
        </summary>
        <div className="grid gap-3 pb-3 sm:grid-cols-2">
          <TextField
            label="Name"
            name={`${at}.name`}
            maxLength={40}
            autoComplete="off"
            value={name}
            error={errors[`${at}.name`]}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <TextField
            label="Group"
            name={`${at}.group`}
            list="groups"
            maxLength={40}
            autoComplete="off"
            value={group}
            error={errors[`${at}.group`]}
            onChange={({ target }) => onChange({ group: target.value })}
          />
          <TextField
            label="Words that people type for it"
            name={`${at}.words`}
            help="With commas between them."
            maxLength={1500}
            autoComplete="off"
            value={row.words}
            error={wordsError(errors, at)}
            onChange={({ target }) => onChange({ words: target.value })}
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
                  {one.replaceAll('-', ' ')}
                </option>
              ))}
            </SelectField>
          ) : null}
          <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-action"
              checked={isHidden}
              onChange={({ target }) => onChange({ isHidden: target.checked })}
            />
            Hide it from visitors; listings keep it
          </label>
          {isOwn && listings === 0 ? (
            <p>
              <SmallButton onClick={onRemove}>Remove {shownName}</SmallButton>
            </p>
          ) : null}
        </div>
      </details>
    </li>
  );
}

/** The words are one field here and a list for the server: '3.words' or '3.words.0'. */
const wordsError = (errors: FieldErrors, at: number) =>
  Object.entries(errors).find(([field]) => field === `${at}.words` || field.startsWith(`${at}.words.`))?.[1];
