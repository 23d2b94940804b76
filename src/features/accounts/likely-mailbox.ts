import { editDistance } from '#shared/edit-distance.ts';

/** Most private mailboxes of the country are there. */
const large = [
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'comcast.net', 'sbcglobal.net'],
  ...['protonmail.com', 'bellsouth.net', 'verizon.net'],
];
/** Real ones that differ from those by one letter. */
const others = new Set(['mail.com', 'ymail.com', 'email.com', 'yahoo.co', 'hotmail.co', 'outlook.co']);

/** A question about an address whose domain is one slip away from a large one: 'gmial.com'. '' for all others. */
export function askAboutMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || large.includes(domain) || others.has(domain)) return '';
  const likely = large.find((each) => editDistance(domain, each, 1) <= 1);
  return likely === undefined ? '' : `Did you mean ${email.slice(0, at).trim()}@${likely}?`;
}
