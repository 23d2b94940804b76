import { columnLabel } from '#shared/listing-fields.ts';

/** The form's label of a field. */
export function fieldLabel(field: string): string {
  return columnLabel(field) ?? `${field[0]?.toUpperCase()}${field.slice(1)}`;
}
