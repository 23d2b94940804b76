export type Fields = Record<string, unknown>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The database keeps the fields of a record in an order of its own. */
const inOrder = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;

/** Equal, whatever the order of a record's fields. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);
