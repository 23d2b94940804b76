/**
 * The place's name in '{place}, {address}': the text before the first comma. Null when the text begins with a
 * house number or has no comma.
 */
export function venueName(location: string): string | null {
  const comma = location.indexOf(',');
  return comma > 0 && !/^\d/.test(location) ? location.slice(0, comma).trim() : null;
}
