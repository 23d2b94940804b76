import { SelectField } from '#web/ui/field.tsx';
import { type FieldName, fieldNames } from '../import-row.ts';
import type { ImportColumn } from '../staff-contract.ts';
import { fieldLabels } from './field-labels.ts';

const names = Object.keys(fieldLabels) as FieldName[];
const samplesShown = 3;

interface ColumnMappingProps {
  columns: readonly ImportColumn[];
  fields: readonly (FieldName | null)[];
  error?: string | undefined;
  onChange: (fields: (FieldName | null)[]) => void;
}

/** Each column with its first values and its field. */
export function ColumnMapping({ columns, fields, error, onChange }: ColumnMappingProps) {
  const choose = (at: number, value: string) =>
    onChange(
      fields.map((field, other) => (other === at ? (fieldNames.find((name) => name === value) ?? null) : field)),
    );
  return (
    <fieldset>
      <legend className="font-display text-21 font-semibold">Columns</legend>
      <p className="mt-1 mb-3 text-16 text-ink-soft">
        What each column holds was guessed from its name, or chosen by you in the last run over such columns. One must
        hold the name.
      </p>
      {error ? (
        <p role="alert" className="mb-3 text-16 font-medium text-danger">
          {error}
        </p>
      ) : null}
      <ul className="grid gap-2 lg:grid-cols-2">
        {columns.map(({ name, samples }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a table may name two columns alike, and their order never changes
          <li key={at} className="grid gap-2 rounded-control border border-line bg-card p-4 sm:grid-cols-2">
            <div className="min-w-0">
              <p className="font-semibold break-words">{name}</p>
              <p className="text-14 break-words text-ink-soft">
                {samples.filter(Boolean).slice(0, samplesShown).join(' · ') || 'Empty in the first rows'}
              </p>
            </div>
            <SelectField
              label={`What ${name} holds`}
              hideLabel
              value={fields[at] ?? ''}
              onChange={({ target }) => choose(at, target.value)}
            >
              <option value="">Do not import</option>
              {names.map((field) => (
                <option key={field} value={field}>
                  {fieldLabels[field]}
                </option>
              ))}
            </SelectField>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
