import { columnLabel } from '#shared/listing-fields.ts';

/** The form's label of a field. */
export function fieldLabel(field: string): string {
  return columnLabel(field) ?? `${field[0]?.toUpperCase()}${field.slice(1)}`;
}

/** 'Phone'; 'Event: Fig tasting' for the words of an event. */
export const changeLabel = ({ field, of }: { field: string; of: string | null }): string =>
  of === null ? fieldLabel(field) : `${fieldLabel(field)}: ${of}`;
