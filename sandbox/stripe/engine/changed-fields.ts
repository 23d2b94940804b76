/** Returns the old values of the fields that changed, for an event's `previous_attributes`. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(before) as (keyof T)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, before[name]]),
  ) as Partial<T>;
}
