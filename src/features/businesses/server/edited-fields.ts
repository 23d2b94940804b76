import { erasedText } from '#features/audit/erased-text.ts';
import { type WrittenField, writtenFieldNames } from './written-fields.ts';

/** The undoable fields in the data of an edit's audit row: [field, [before, after]]. */
export function fieldPairs(data: unknown): [WrittenField, [unknown, unknown]][] {
  const changes = (data ?? {}) as Record<string, unknown>;
  return writtenFieldNames.flatMap((field) => {
    const pair = changes[field];
    return Array.isArray(pair) ? [[field, [present(pair[0]), present(pair[1])]]] : [];
  });
}

/** The address of a person who has deleted the account is not put back. */
const present = (value: unknown) => (value === erasedText ? null : value);
