/** Lists of ids that this browser keeps under a key, such as what somebody has put away. */

export function keptIds(key: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function write(key: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // Without storage, what was put away comes again with the next visit.
  }
}

export const keepId = (key: string, id: string): void => write(key, [...keptIds(key).slice(-50), id]);

export const dropId = (key: string, id: string): void =>
  write(
    key,
    keptIds(key).filter((one) => one !== id),
  );

/** For a list that is kept elsewhere now. */
export function dropIds(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is no list.
  }
}
