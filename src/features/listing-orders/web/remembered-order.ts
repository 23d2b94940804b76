/** The link of a paid listing that an account could not take yet: the mail that confirms its address leads elsewhere. */
const keyOf = (userId: string) => `waiting-listing:${userId}`;

/** @param order the link's proof; null forgets it */
export function rememberOrder(userId: string, order: string | null): void {
  try {
    if (order === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), order);
  } catch {
    // Browsers may refuse to store anything. The link in the mail still works.
  }
}

export function readRememberedOrder(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
}
