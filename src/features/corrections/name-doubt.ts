/** Asks about a suggested name that is probably a slip of the field; '': it looks like a name. */
export function nameDoubt(text: string): string {
  const name = text.trim();
  if (/^\S+@\S+\.\S+$/.test(name)) return 'This looks like an email address. Is it the name?';
  if (/^(https?:\/\/|www\.)\S+$/i.test(name)) return 'This looks like a web address. Is it the name?';
  if (/\p{L}/u.test(name)) return '';
  const digits = name.replace(/\D/g, '').length;
  return digits >= 7 ? 'This looks like a phone number. Is it the name?' : 'This has no letters. Is it the name?';
}
