/** Reads what a test expects to be there, and fails with its name when it is not. */

/** Returns the value. @throws Error that names it when it is missing */
export function found<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`Missing: ${name}`);
  return value;
}

/** Returns the only one of a list. @throws Error that says what was found instead */
export function only<T>(list: readonly T[], name: string): T {
  const [first, ...more] = list;
  if (first === undefined || more.length > 0) {
    throw new Error(`Expected one ${name}, found ${list.length}: ${JSON.stringify(list).slice(0, 500)}`);
  }
  return first;
}
