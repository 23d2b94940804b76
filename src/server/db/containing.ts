/** For ilike: what was typed, anywhere in the text. */
export function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
}
